/// A part of a whole, as a percentage with one digit behind the point.
package enum Share {
  /// `12.5 %`, rounded half away from zero; empty where the whole is nothing.
  package static func text(_ part: Int64, of whole: Int64) -> String {
    guard let permille = permille(part, of: whole) else { return "" }
    return AmountFormat(precision: 1).grouped(permille) + " %"
  }

  /// In thousandths; `nil` where the whole is nothing.
  package static func permille(_ part: Int64, of whole: Int64) -> Int64? {
    guard whole != 0 else { return nil }
    let doubled = Int128(part) * 2000
    let divisor = Int128(whole)
    let half = (doubled < 0) == (divisor < 0) ? divisor : -divisor
    return Int64(clamping: (doubled + half) / (divisor * 2))
  }
}
