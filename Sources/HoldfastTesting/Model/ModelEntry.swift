package import Holdfast

/// A row of a balance that has an id a caller may learn.
package struct ModelEntry: Sendable {
  package enum Role: Sendable {
    /// Opened the lot of that rank.
    case credit(Int)
    /// A debit, settlement or usage charge.
    case charge
    case other
  }

  package struct Draw: Sendable {
    /// The rank of the lot; `nil` for debt.
    package var lot: Int?
    package var amount: Int64
  }

  package var label: String?
  package var kind: EntryKind
  package var role: Role
  package var delta: Int64
  package var balanceAfter: Int64
  package var createdAt: Instant
  package var description: ByteText?
  package var item: ItemName?
  package var late = false
  package var lapsed = false
  package var draws: [Draw] = []
  /// What all its reversals undid.
  package var reversed: Int64 = 0
}
