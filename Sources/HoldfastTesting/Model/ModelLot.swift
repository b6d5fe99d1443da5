package import Holdfast

/// A lot as the contract describes it.
///
/// `scheduled` becomes `active` or `voided`; `active` becomes `expired` or `voided`.
package struct ModelLot: Sendable {
  package enum State: String, Sendable, CaseIterable {
    case scheduled
    case active
    case expired
    case voided
  }

  /// The label of the command that made it; `nil` for a piece that a transfer brought.
  package var label: String?
  /// The rank among the lots and holds of its balance, in the order of their making.
  package var rank: Int
  package var state: State
  package var granted: Int64
  package var remaining: Int64
  package var priority: Int
  package var category: Credit.Category
  package var costBasis: Int64?
  package var effectiveAt: Instant
  package var createdAt: Instant
  package var expiresAt: Instant?
  package var kind: EntryKind
  package var description: ByteText?

  package func counts(at now: Instant) -> Bool {
    guard state == .active, effectiveAt <= now else { return false }
    if let expiresAt { return now < expiresAt }
    return true
  }

  /// SEMANTICS §2, burn order.
  package static func burnsFirst(_ left: ModelLot, _ right: ModelLot) -> Bool {
    if left.priority != right.priority { return left.priority < right.priority }
    if left.expiresAt != right.expiresAt {
      guard let leftEnd = left.expiresAt else { return false }
      guard let rightEnd = right.expiresAt else { return true }
      return leftEnd < rightEnd
    }
    if left.category != right.category { return left.category == .promotional }
    if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
    if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
    return left.rank < right.rank
  }
}
