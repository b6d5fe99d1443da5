/// How PostgreSQL writes a `timestamptz`: microseconds since 2000-01-01T00:00:00Z.
///
/// The type reaches from 4714 BC to 294276 AD; the server refuses other instants. What lies outside
/// the range of `Int64` on either side, and `infinity`, stays at the end of that range.
enum TimestampFormat {
  private static let year2000: Int64 = 946_684_800_000_000

  /// From microseconds since 1970. Traps more than 290,000 years before it.
  static func encoded(_ microseconds: Int64) -> Int64 {
    microseconds - year2000
  }

  /// To microseconds since 1970.
  static func decoded(_ wire: Int64) -> Int64 {
    if wire == .min { return .min }
    let (sum, overflow) = wire.addingReportingOverflow(year2000)
    return overflow ? .max : sum
  }
}
