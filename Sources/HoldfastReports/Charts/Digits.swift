internal import Foundation

/// Powers and round numbers, as axes need them.
enum Digits {
  /// The decimal logarithm.
  static func logarithm(_ value: Double) -> Double { log10(value) }

  /// The greatest power of ten that is not above the value, which is above zero.
  static func powerOfTen(upTo value: Double) -> Double {
    var power = pow(10, floor(log10(value)))
    if power > value { power /= 10 }
    if power * 10 <= value { power *= 10 }
    return power
  }

  /// The least of 1, 2 and 5 times a power of ten that is not below the value.
  static func niceStep(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let power = powerOfTen(upTo: value)
    let factor = [1, 2, 5].first { $0 * power >= value * 0.999_999_999 }
    return (factor ?? 10) * power
  }
}
