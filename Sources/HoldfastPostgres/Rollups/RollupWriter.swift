/// Who adds to stored sums. Each has rows of its own, so that nobody waits for another's.
enum RollupWriter {
  /// The one under which rows of past hours are brought together.
  static let gathered: Int64 = 0

  /// A number for a connection that writes one transaction after the other.
  static func lane(
    by random: some RandomNumberGenerator = SystemRandomNumberGenerator()
  ) -> Int64 {
    var random = random
    return .random(in: 1...(.max), using: &random)
  }

  /// The number for a transaction that may stay open long, and others with it.
  static func transaction(_ number: UInt64) -> Int64 { -1 - Int64(number & UInt64(Int64.max >> 1)) }
}
