/// An account of a ledger. Making one asks nobody.
public struct AccountHandle: Sendable {
  let ledger: Ledger
  public let name: AccountName

  var address: AccountAddress { AccountAddress(tenant: ledger.tenant, account: name) }

  /// The balance of a unit. It comes into being with its first effect.
  public subscript(unit: UnitName) -> BalanceHandle {
    BalanceHandle(account: self, unit: unit)
  }

  /// A reservation of this account by its id; another account's is not found.
  public func reservation(_ id: ReservationID) -> ReservationHandle {
    ReservationHandle(ledger: ledger, account: name, reference: .id(id))
  }

  /// A reservation of this account by the key of its reserve.
  public func reservation(key: IdempotencyKey) -> ReservationHandle {
    ReservationHandle(ledger: ledger, account: name, reference: .key(key))
  }

  /// Counts usage of an item against its limits, and charges what the item's price says.
  ///
  /// A refusal is an answer: `allowed` is `false` and `reason` says why, `limit_exceeded` or
  /// `insufficient_balance`. A refused amount is not counted in part.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1 pieces.
  ///   - key: `nil` lets the store make one. Such a call cannot be repeated safely by the caller.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  ///   - item: what is counted.
  /// - Throws: `usage_item_not_found`, `amount_overflow`.
  @discardableResult
  public func recordUsage(
    of item: ItemName, _ amount: Amount = 1, key: IdempotencyKey?, details: Details = .none
  ) async throws(LedgerError) -> Answer<UsageAnswer> {
    try await ledger.send(
      .recordUsage(RecordUsage(item: item, amount: amount, details: details)),
      account: name, key: key, as: .usage)
  }

  /// Takes usage back out of the window it was recorded in, and gives back what it charged.
  ///
  /// - Parameters:
  ///   - amount: 1 … what is left of the record; `nil` for all of that.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - record: the record to take back from.
  /// - Throws: `usage_record_not_found`, `reversal_exceeds_entry`.
  @discardableResult
  public func reverseUsage(
    _ record: UsageRecordID, amount: Amount? = nil, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReverseUsageResult> {
    try await ledger.send(
      .reverseUsage(ReverseUsage(record: record, amount: amount)), account: name, key: key,
      as: .reverseUsage)
  }

  /// Undoes a debit, a settlement, a usage charge or a credit of this account, whole or in part.
  ///
  /// Of a credit it takes back what is still unspent; the answer's `unrecoverableAmount` is the
  /// rest.
  ///
  /// - Parameters:
  ///   - amount: 1 … what is left of the entry; `nil` for all of that.
  ///   - reason: At most 1,024 bytes.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - entry: a debit, settlement, usage charge or credit.
  /// - Throws: `entry_not_found`, `reversal_exceeds_entry`, and `invalid_argument` for an entry
  ///   that cannot be undone.
  @discardableResult
  public func reverse(
    _ entry: EntryID, amount: Amount? = nil, reason: String? = nil, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReverseResult> {
    try await ledger.send(
      .reverse(Reverse(entry: entry, amount: amount, reason: reason)), account: name, key: key,
      as: .reverse)
  }
}

// MARK: Reading

extension AccountHandle {
  /// All balances, in byte order of their units.
  public func balances() async throws(LedgerError) -> [Balance] {
    let (store, address) = (ledger.store, address)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.balances(of: address)
    }
  }

  /// The open reservations of all units, oldest first.
  public func openReservations() async throws(LedgerError) -> [Reservation] {
    try await openReservations(of: nil)
  }

  func openReservations(of unit: UnitName?) async throws(LedgerError) -> [Reservation] {
    let (store, address) = (ledger.store, address)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.openReservations(of: address, unit: unit)
    }
  }

  /// The use of every item defined in the tenant.
  public func usage() async throws(LedgerError) -> [UsageView] {
    try await usage(ofItem: nil)
  }

  /// The use of one item.
  ///
  /// - Throws: `usage_item_not_found`.
  public func usage(of item: ItemName) async throws(LedgerError) -> UsageView {
    guard let view = try await usage(ofItem: item).first else {
      throw LedgerError(.usageItemNotFound, "no such usage item in this tenant")
    }
    return view
  }

  private func usage(ofItem item: ItemName?) async throws(LedgerError) -> [UsageView] {
    let (store, address) = (ledger.store, address)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.usage(of: address, item: item)
    }
  }
}
