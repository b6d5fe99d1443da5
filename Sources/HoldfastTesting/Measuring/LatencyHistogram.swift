/// Durations in buckets whose width grows with the value: 1 ns to 9 minutes, 1.6 % or less too high.
///
/// Below 64 ns a bucket is 1 ns; above, every power of two has 64 buckets of equal width.
public struct LatencyHistogram: Sendable {
  private static let precision = 6
  private static let perPower = 1 << precision
  private static let powers = 34
  private var buckets = [UInt64](repeating: 0, count: perPower * powers)
  /// How many durations were recorded.
  public private(set) var count: UInt64 = 0

  public init() {}

  /// Counts one duration; a negative one as 0, one beyond the last bucket in the last bucket.
  public mutating func record(nanoseconds: Int64) {
    let index = LatencyHistogram.bucket(of: UInt64(max(0, nanoseconds)))
    buckets[min(index, buckets.count - 1)] += 1
    count += 1
  }

  /// Counts what another one has counted.
  public mutating func add(_ other: LatencyHistogram) {
    for index in buckets.indices { buckets[index] += other.buckets[index] }
    count += other.count
  }

  /// The nanoseconds that a share (0 … 1) of the durations does not exceed, rounded up to the end of
  /// the bucket; 0 when none was recorded.
  public func quantile(_ share: Double) -> Double {
    let wanted = max(1, UInt64((Double(count) * share).rounded(.up)))
    var seen: UInt64 = 0
    for (index, bucket) in buckets.enumerated() {
      seen += bucket
      if seen >= wanted { return LatencyHistogram.upperBound(of: index) }
    }
    return 0
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >= UInt64(perPower) else { return Int(value) }
    let shift = (UInt64.bitWidth - 1 - value.leadingZeroBitCount) - precision
    return (shift + 1) * perPower + Int(value >> UInt64(shift)) - perPower
  }

  private static func upperBound(of index: Int) -> Double {
    guard index >= perPower else { return Double(index) }
    let shift = index / perPower - 1
    let within = index % perPower + perPower
    return Double((UInt64(within) + 1) << UInt64(shift)) - 1
  }
}
