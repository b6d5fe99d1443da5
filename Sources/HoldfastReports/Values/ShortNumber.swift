/// Numbers as axes have them: `0`, `250`, `1.5k`, `20M`.
enum ShortNumber {
  private static let scales: [(factor: Double, letter: String)] = [
    (1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"),
  ]

  static func text(_ value: Double) -> String {
    let magnitude = abs(value)
    let scale = scales.first { magnitude >= $0.factor } ?? (1, "")
    let scaled = magnitude / scale.factor
    return (value < 0 ? "−" : "") + decimal(scaled) + scale.letter
  }

  /// At most three digits that mean something, no zeros behind the point.
  private static func decimal(_ value: Double) -> String {
    guard value < 1e15 else { return "\(value)" }
    var places = value >= 100 ? 0 : value >= 10 ? 1 : 2
    if value > 0, value < 1 {
      var rest = value
      while rest < 1, places < 14 {
        rest *= 10
        places += 1
      }
    }
    let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let rounded = Int64((value * factor).rounded())
    var text = AmountFormat(precision: min(places, 12)).plain(rounded)
    if text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return text
  }
}
