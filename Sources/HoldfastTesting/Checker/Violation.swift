/// Something in a store that contradicts an invariant of the ledger.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The number of the invariant in the contract: `I1` … `I10`, `I12` or `I13`.
  public let invariant: String
  /// Account, unit or item, version of the row, and the figures that disagree. It names an account,
  /// so it is not for a log that customers' names must not reach.
  public let detail: String

  public init(invariant: String, detail: String) {
    self.invariant = invariant
    self.detail = detail
  }

  public var description: String { "\(invariant): \(detail)" }
}
