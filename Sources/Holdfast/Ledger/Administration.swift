/// What only administration may do: define units and items, set limits, overdrafts and lot terms.
///
/// It is a type of its own so that code that spends can be given handles without any of this. As
/// everything that takes an id without an account, its functions on lots find the lots of any
/// account of the tenant.
public struct Administration: Sendable {
  let ledger: Ledger

  /// Sets the floor of a balance. Lowering it never touches holds.
  ///
  /// - Parameters:
  ///   - limit: 0 … 2⁵³ − 1.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - balance: the balance that gets the floor.
  @discardableResult
  public func setOverdraftLimit(
    _ limit: Amount, of balance: BalanceHandle, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<OverdraftLimitResult> {
    try await ledger.send(
      .setOverdraftLimit(SetOverdraftLimit(unit: balance.unit, limit: limit)),
      account: balance.account.name, key: key, as: .overdraftLimit)
  }

  /// Lapses the unpinned rest of a lot now; what is pinned lapses as it is given back.
  ///
  /// - Throws: `lot_not_found`, also of a lot that has ended.
  @discardableResult
  public func voidLot(
    _ lot: LotID, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<LotResult> {
    try await ledger.send(.voidLot(VoidLot(lot: lot)), account: nil, key: key, as: .lot)
  }

  /// Changes the terms of a lot. An expiry that is past lapses its unpinned rest now.
  ///
  /// - Parameters:
  ///   - expiry: Needed unless `priority` is given.
  ///   - priority: −2³¹ … 2³¹ − 1; `nil` leaves it.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - lot: the lot whose terms change.
  /// - Throws: `lot_not_found`, also of a lot that has ended.
  @discardableResult
  public func updateLot(
    _ lot: LotID, expiry: UpdateLot.Expiry = .unchanged, priority: Int? = nil,
    key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<LotResult> {
    try await ledger.send(
      .updateLot(UpdateLot(lot: lot, expiry: expiry, priority: priority)), account: nil,
      key: key, as: .lot)
  }

  /// How a unit is shown; `nil` where nobody has defined it.
  public func definition(of unit: UnitName) async throws(LedgerError) -> UnitDefinition? {
    try await call { store, tenant throws(LedgerError) in
      try await store.definition(of: unit, in: tenant)
    }
  }

  /// Defines how a unit is shown.
  public func define(_ unit: UnitDefinition) async throws(LedgerError) {
    try await call { store, tenant throws(LedgerError) in
      try await store.define(unit, in: tenant)
    }
  }

  /// Defines an item, or its next revision. What was used stays used.
  public func define(_ item: UsageItemDefinition) async throws(LedgerError) {
    try await call { store, tenant throws(LedgerError) in
      try await store.define(item, in: tenant)
    }
  }

  /// Gives an account limits of its own for an item; `nil` puts the definition's back.
  ///
  /// - Throws: `usage_item_not_found`.
  public func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for account: AccountHandle
  ) async throws(LedgerError) {
    let address = account.address
    try await call { store, _ throws(LedgerError) in
      try await store.overrideLimits(limits, of: item, for: address)
    }
  }

  /// Writes what is due in the tenant. Nothing depends on it: what is due counts as having
  /// happened.
  @discardableResult
  public func sweep() async throws(LedgerError) -> SweepReport {
    do throws(LedgerError) {
      let report = try await call { store, tenant throws(LedgerError) in
        try await store.sweep(tenant)
      }
      ledger.tell(.success(report))
      return report
    } catch {
      ledger.tell(.failure(error))
      throw error
    }
  }

  private func call<Value: Sendable>(
    _ body: @escaping @Sendable (any LedgerStore, TenantName) async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    let (store, tenant) = (ledger.store, ledger.tenant)
    return try await ledger.change { () async throws(LedgerError) in
      try await body(store, tenant)
    }
  }
}
