/// A store that hands out everything it keeps, for a checker.
///
/// Nothing may write to the tenant while it is read: what one account sent to another is looked for
/// on both sides.
package protocol StoredContents: Sendable {
  /// Every tenant that has an account, in byte order.
  func storedTenants() async throws(LedgerError) -> [TenantName]

  /// Every revision of the tenant's definitions.
  func storedDefinitions(of tenant: TenantName) async throws(LedgerError) -> TenantDefinitions

  /// What is kept of these groups: the fingerprint of each that had an effect.
  func storedGroups(
    _ keys: [IdempotencyKey], in tenant: TenantName
  ) async throws(LedgerError) -> [IdempotencyKey: Digest]

  /// Hands out every account of the tenant in any order, one after the other, so that no more than
  /// one need be in memory.
  func visitStoredAccounts(
    of tenant: TenantName, _ visit: (StoredAccount) async throws -> Void
  ) async throws

  /// Hands out every sum that is kept for statistics of the tenant, in any order; `false` when none
  /// are kept, or not all yet.
  func visitStoredSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) async throws -> Bool
}

extension StoredContents {
  package func visitStoredSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) async throws -> Bool {
    false
  }
}

/// A sum that is kept so that statistics need not read the journal. Several of the same place add up.
package struct StoredSum: Hashable, Sendable {
  /// What a sum belongs to.
  package enum Place: Hashable, Sendable {
    case consumption(unit: UnitName, kind: EntryKind, item: ItemName?)
    case usage(item: ItemName)
  }

  package let place: Place
  /// How long its bucket is, and when that begins.
  package let seconds: Int32
  package let start: Instant
  /// The figures by name.
  package let figures: [String: Int64]

  package init(place: Place, seconds: Int32, start: Instant, figures: [String: Int64]) {
    self.place = place
    self.seconds = seconds
    self.start = start
    self.figures = figures
  }
}

/// All that a store keeps of one account.
package struct StoredAccount: Sendable {
  /// With every row, lot, record and open reservation.
  package let state: AccountState
  /// What the store keeps a second time and otherwise than it is here; a sentence each.
  package let disagreements: [String]

  package init(_ state: AccountState, disagreements: [String] = []) {
    self.state = state
    self.disagreements = disagreements
  }
}
