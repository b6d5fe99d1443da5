/// Figures of which sums can be made, without passing 64 bits unnoticed.
public protocol StatisticsFigures: Hashable, Sendable {
  /// The sums over nothing.
  init()

  /// Adds the other figures to these.
  ///
  /// A sum that does not fit 64 bits is `amount_overflow`; what these are then is not said.
  mutating func add(_ other: Self) throws(LedgerError)

  /// The figure by which the greatest groups are found.
  var weight: Int64 { get }
}
