package import Holdfast

/// Pieces of an item that were counted at an instant.
package struct ModelRecord: Sendable {
  /// `nil` for pieces counted with a hold.
  package var label: String?
  package var item: ItemName
  package var instant: Instant
  package var amount: Int64
  /// Of these, the pieces above a limit, and all of an item that is paid piece by piece.
  package var above: Int64
  package var takenBack: Int64 = 0
  package var charge: Charge?

  /// What the pieces above the limits cost.
  package struct Charge: Sendable {
    package var price: UsagePrice
    package var pieces: Int64
    /// Where in the balance of the price's unit the charge stands.
    package var entry: Int
  }
}
