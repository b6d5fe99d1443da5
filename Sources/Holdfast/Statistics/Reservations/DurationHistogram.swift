/// How often durations of which length occurred, to within 1.6 % of each.
///
/// It keeps exact counts of classes. Below 64 µs a class is one microsecond; above, every power of
/// two has 64 classes of equal width. So histograms add up: that of a total is the sum of its
/// buckets', and any share of it can be asked for.
public struct DurationHistogram: Hashable, Sendable {
  /// How many durations fall into each class; no class has 0.
  package private(set) var counts: [Int16: Int64] = [:]

  private static let precision = 6
  private static let classesPerPower = Int64(1) << precision

  /// The histogram of nothing.
  public init() {}

  /// How many durations.
  public var count: Int64 { counts.values.reduce(0, +) }

  /// Counts durations of a class, as another store has counted them.
  package mutating func add(_ count: Int64, inClass index: Int16) throws(LedgerError) {
    guard count != 0 else { return }
    try counts[index, default: 0].add(count)
  }

  /// Counts one duration; a negative one as 0.
  package mutating func add(microseconds: Int64) throws(LedgerError) {
    try add(1, inClass: DurationHistogram.classIndex(of: microseconds))
  }

  /// Adds what another has counted; a count that does not fit 64 bits is `amount_overflow`.
  public mutating func add(_ other: DurationHistogram) throws(LedgerError) {
    for (index, count) in other.counts { try add(count, inClass: index) }
  }

  /// What a share of the durations does not exceed, never too short and at most 1.6 % too long;
  /// `nil` where there are none.
  ///
  /// - Parameter percent: 0 … 100, so 50 for the median; what is beyond is taken as the nearest.
  public func percentile(_ percent: Double) -> Duration? {
    let count = count
    guard count > 0 else { return nil }
    let share = min(max(percent, 0), 100) / 100
    let wanted = max(1, Int64((Double(count) * share).rounded(.up)))
    var seen: Int64 = 0
    for (index, count) in counts.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen >= wanted { return .microseconds(DurationHistogram.greatest(ofClass: index)) }
    }
    return counts.keys.max().map { .microseconds(DurationHistogram.greatest(ofClass: $0)) }
  }

  /// The class of a duration.
  package static func classIndex(of microseconds: Int64) -> Int16 {
    let value = max(0, microseconds)
    guard value >= classesPerPower else { return Int16(value) }
    let shift = Int64.bitWidth - 1 - value.leadingZeroBitCount - precision
    return Int16(Int64(shift) * classesPerPower + value >> Int64(shift))
  }

  /// The greatest duration of a class, in microseconds.
  package static func greatest(ofClass index: Int16) -> Int64 {
    let index = Int64(index)
    guard index >= 2 * classesPerPower else { return index }
    let shift = index / classesPerPower - 1
    let least = (index - shift * classesPerPower) << shift
    return least + ((Int64(1) << shift) - 1)
  }
}
