package import Holdfast

/// All that a store keeps of one account, as plain values.
package struct AccountContents: Sendable {
  package var id: AccountID
  package var tenant: TenantName
  package var name: AccountName
  /// The instant of its last row; `nil` before the first.
  package var lastInstant: Instant?
  package var openReservationCount: Int
  package var balances: [BalanceContents]
  package var meters: [MeterContents]
  /// The row from which each effect is answered.
  package var keys: [KeyIdentity: Position]
  /// The limits that stood in for the definition's, each revision; `nil` where the definition's
  /// were put back.
  package var overrides: [ItemName: [[UsageLimit]?]]
  /// What the store keeps a second time and otherwise than it is here; a sentence each.
  package var disagreements: [String]

  package init(
    id: AccountID, tenant: TenantName, name: AccountName, lastInstant: Instant?,
    openReservationCount: Int, balances: [BalanceContents], meters: [MeterContents],
    keys: [KeyIdentity: Position], overrides: [ItemName: [[UsageLimit]?]],
    disagreements: [String] = []
  ) {
    self.id = id
    self.tenant = tenant
    self.name = name
    self.lastInstant = lastInstant
    self.openReservationCount = openReservationCount
    self.balances = balances
    self.meters = meters
    self.keys = keys
    self.overrides = overrides
    self.disagreements = disagreements
  }
}
