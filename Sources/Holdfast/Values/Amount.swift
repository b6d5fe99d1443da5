/// A signed count of a unit's smallest denomination; never a fraction.
///
/// What a caller may pass is 1 … `Amount.maximum`, and 0 where the command says so. Posted and held
/// stay within ±`Amount.maximum`, so that every JSON reader sees every figure exactly.
public struct Amount: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible, Codable
{
  /// The count itself.
  public let value: Int64

  /// Any count; whether it may be passed is checked when it is used.
  public init(_ value: Int64) {
    self.value = value
  }

  /// A count as Swift has it. What is more than an amount can be is refused where it is used.
  public init(_ value: Int) {
    self.value = Int64(value)
  }

  public init(integerLiteral value: Int64) {
    self.value = value
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// 2⁵³ − 1.
  public static let maximum = Amount(9_007_199_254_740_991)
  /// 0.
  public static let zero = Amount(0)

  public var description: String { String(value) }

  package var magnitude: Amount { Amount(abs(value)) }

  /// Whether this figure may stand in a balance.
  var isWithinBounds: Bool { value >= -Amount.maximum.value && value <= Amount.maximum.value }

  public static func < (left: Amount, right: Amount) -> Bool { left.value < right.value }
  /// The sum. Overflow of 64 bits ends the process; the sum of two amounts within bounds is far
  /// from it.
  public static func + (left: Amount, right: Amount) -> Amount { Amount(left.value + right.value) }
  /// The difference. Overflow of 64 bits ends the process.
  public static func - (left: Amount, right: Amount) -> Amount { Amount(left.value - right.value) }
  /// The same count with the other sign.
  public static prefix func - (amount: Amount) -> Amount { Amount(-amount.value) }
  /// Adds in place, as `+`.
  public static func += (left: inout Amount, right: Amount) { left = left + right }
  /// Subtracts in place, as `-`.
  public static func -= (left: inout Amount, right: Amount) { left = left - right }
}
