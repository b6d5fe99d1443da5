package import Holdfast

/// How amounts of a unit are written. All of it is exact: digits are moved, never divided.
package struct AmountFormat: Hashable, Sendable {
  /// Digits behind the decimal point; 0 … 12.
  package var precision: Int
  /// What stands beside an amount; `nil` for nothing.
  package var symbol: String?

  /// Whole numbers without a symbol, unless said otherwise.
  package init(precision: Int = 0, symbol: String? = nil) {
    self.precision = min(max(precision, 0), 12)
    self.symbol = symbol?.printable
  }

  /// As the unit is defined; an undefined one is shown in whole numbers.
  package init(_ definition: UnitDefinition?) {
    self.init(precision: definition?.precision ?? 0, symbol: definition?.symbol)
  }

  /// For pieces and counts.
  package static let count = AmountFormat()

  /// For other programs: `-1234.50`.
  package func plain(_ value: Int64) -> String {
    let parts = parts(of: value)
    return (value < 0 ? "-" : "") + parts.whole + parts.fraction
  }

  /// For people, where a heading names the unit: `-1,234.50`.
  package func grouped(_ value: Int64) -> String {
    let parts = parts(of: value)
    return (value < 0 ? "-" : "") + parts.whole.groupedDigits + parts.fraction
  }

  /// For people, with the symbol: `-1,234.50 cr`; a currency's stands before, `-$1,234.50`.
  package func full(_ value: Int64) -> String {
    guard let symbol else { return grouped(value) }
    guard symbol.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .currencySymbol })
    else { return grouped(value) + " " + symbol }
    let text = grouped(value)
    return value < 0 ? "-" + symbol + text.dropFirst() : symbol + text
  }

  /// How much the value is in the unit itself, for drawing only.
  package func scaled(_ value: Int64) -> Double {
    Double(value) / (0..<precision).reduce(1.0) { product, _ in product * 10 }
  }

  private func parts(of value: Int64) -> (whole: String, fraction: String) {
    var digits = String(value.magnitude)
    guard precision > 0 else { return (digits, "") }
    let missing = precision + 1 - digits.count
    if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
    return (String(digits.dropLast(precision)), "." + digits.suffix(precision))
  }
}
