internal import Holdfast

/// A table of sums, each of which belongs to some names and a bucket of time.
protocol RollupTable: Sendable {
  associatedtype Key: Hashable & Sendable
  associatedtype Figures: RollupFigures

  /// The table.
  static var name: String { get }
  /// The columns of a key, the tenant first. Those before `bucketIndex` stand before the bucket in the
  /// table's key, so that they have to be known to find one.
  static var keyColumns: [String] { get }
  static var bucketIndex: Int { get }
  /// The texts of a key, in the order of the columns.
  static func texts(of key: Key) -> [String]
  /// Hands out what the rows of an account come to that it had not when it was loaded, with the
  /// instant at which that counts.
  static func visit(
    _ state: AccountState, since loaded: LoadedAccount, _ body: (Figures, Instant, Key) -> Void)
}

/// Figures as they are stored.
protocol RollupFigures: StatisticsFigures {
  /// The columns, in the order of `values`.
  static var columns: [String] { get }
  var values: [Int64] { get }
  init(values: [Int64])

  /// Adds the other figures; what would pass 64 bits stays at their end.
  mutating func addCapped(_ other: Self)
}

extension LoadedAccount {
  /// The stream as it was loaded; `nil` for one that was not there.
  func stream(at place: RowReference.Stream) -> LoadedStream? {
    streams.first { $0.place == place }
  }
}

extension RollupFigures {
  var isZero: Bool { self == Self() }
}

extension Int64 {
  mutating func addCapped(_ other: Int64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? (other > 0 ? .max : .min) : sum
  }
}
