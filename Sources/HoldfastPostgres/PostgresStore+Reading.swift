public import Holdfast

/// Answers about the state as it is now, with what is due included. Each is read in one snapshot and
/// locks nobody.
extension PostgresStore {
  /// Reads an account; `missing` when there is none.
  private func read<Value: Sendable>(
    _ id: AccountID, in tenant: TenantName, _ footprint: Footprint, rows: [Position] = [],
    missing: @autoclosure @escaping @Sendable () throws(LedgerError) -> Value,
    _ body: @escaping @Sendable (inout AccountSnapshot) throws(ReadFailure) -> Value
  ) async throws(LedgerError) -> Value {
    try checkCancellation()
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      let opened = try AccountSnapshot.open(
        footprint, of: id, in: tenant, context, connection, rows: rows)
      guard var snapshot = opened.snapshot else {
        do throws(LedgerError) { return try missing() } catch { throw .refused(error) }
      }
      return try body(&snapshot)
    }
  }

  public func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant? = nil,
    expiringWithin seconds: Int = 604_800
  ) async throws(LedgerError) -> Balance {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try Validation.instant(instant, "asOf")
    try Validation.range(seconds, 0...31_536_000, "expiringWithin")
    let id = id(of: address)
    let footprint = Footprint(reading: id, in: address.tenant)
    if let instant {
      try checkCancellation()
      let (context, tenant) = (context, address.tenant)
      return try await readers.run { connection throws(ReadFailure) in
        let opened = try AccountSnapshot.open(footprint, of: id, in: tenant, context, connection)
        guard instant <= opened.snapshot?.now ?? opened.now else {
          throw .refused(Validation.invalid("asOf", "must not lie ahead"))
        }
        guard var snapshot = opened.snapshot else { return Balance(unit: unit, figures: .zero) }
        return try snapshot.balance(of: unit, asOf: instant)
      }
    }
    return try await read(
      id, in: address.tenant, footprint, missing: Balance(unit: unit, figures: .zero)
    ) { snapshot throws(ReadFailure) in
      try snapshot.balances([unit], expiringWithin: seconds)[0]
    }
  }

  public func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try address.validate()
    let id = id(of: address)
    return try await read(
      id, in: address.tenant, Footprint(reading: id, in: address.tenant), missing: []
    ) { snapshot throws(ReadFailure) in
      try snapshot.balances(nil, expiringWithin: 604_800)
    }
  }

  public func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName? = nil
  ) async throws(LedgerError) -> Reservation {
    try Validation.identifier(tenant, "tenant")
    if let account { try Validation.identifier(account, "account") }
    let notFound = LedgerError(
      .reservationNotFound, "no such reservation in this account")
    let id: AccountID
    let footprint: Footprint
    switch reference {
    case .id(let reservation):
      guard let position = reservation.position else { throw notFound }
      id = position.account
      if let account, self.id(of: AccountAddress(tenant: tenant, account: account)) != id {
        throw notFound
      }
      footprint = Footprint(reading: id, in: tenant, holds: [position])
    case .key(let key):
      try Validation.identifier(key, "reservation.key")
      let identity = KeyIdentity(command: .reserve, key: key)
      var name = account
      if name == nil {
        let found = try await accounts(in: tenant, identity: identity)
        guard found.count <= 1 else { throw PostgresStore.ambiguous }
        name = found.first?.name
      }
      guard let name else { throw notFound }
      id = self.id(of: AccountAddress(tenant: tenant, account: name))
      footprint = Footprint(
        reading: id, in: tenant,
        reserves: [AccountIdentity(account: id, digest: identity.digest)])
    }
    let found = try await read(id, in: tenant, footprint, missing: nil as Reservation?) {
      snapshot throws(ReadFailure) in
      try snapshot.reservation(reference)
    }
    guard let found else { throw notFound }
    return found
  }

  public func openReservations(
    of address: AccountAddress, unit: UnitName? = nil
  ) async throws(LedgerError) -> [Reservation] {
    try address.validate()
    if let unit { try Validation.identifier(unit, "unit") }
    let id = id(of: address)
    return try await read(
      id, in: address.tenant, Footprint(reading: id, in: address.tenant), missing: []
    ) { snapshot throws(ReadFailure) in
      try snapshot.openReservations(unit)
    }
  }

  public func lots(
    of unit: UnitName, _ address: AccountAddress
  ) async throws(LedgerError) -> [LotView] {
    try address.validate()
    try Validation.identifier(unit, "unit")
    let id = id(of: address)
    return try await read(
      id, in: address.tenant, Footprint(reading: id, in: address.tenant), missing: []
    ) { snapshot throws(ReadFailure) in
      try snapshot.read { account throws(ReadFailure) in account.readLots(unit) }
    }
  }

  public func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try AccountState.validate(page)
    let id = id(of: address)
    let nobody = AccountState(
      id: id, tenant: address.tenant, name: address.account, lastInstant: nil, openHoldCount: 0)
    return try await read(
      id, in: address.tenant, Footprint(reading: id, in: address.tenant),
      missing: try nobody.readLedger(unit, page)
    ) { snapshot throws(ReadFailure) in
      try snapshot.ledger(of: unit, page)
    }
  }

  public func usage(
    of address: AccountAddress, item: ItemName? = nil
  ) async throws(LedgerError) -> [UsageView] {
    try address.validate()
    if let item { try Validation.identifier(item, "item") }
    try checkCancellation()
    let id = id(of: address)
    let (context, tenant, name) = (context, address.tenant, address.account)
    return try await readers.run { connection throws(ReadFailure) in
      try AccountSnapshot.usage(of: id, name, in: tenant, item: item, context, connection)
    }
  }

  public func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try query.validate()
    try checkCancellation()
    let id = id(of: query.account)
    let context = context
    let archive = self.archive
    return try await readers.run { connection throws(ReadFailure) in
      let whole = try WholeAccount.read(
        id, query.account, context, connection, archive: archive)
      do throws(LedgerError) { return try whole.explain(query, context) } catch {
        throw .refused(error)
      }
    }
  }

  public func changes(
    in tenant: TenantName, after cursor: String? = nil, limit: Int = 1000
  ) async throws(LedgerError) -> Changes {
    try Validation.identifier(tenant, "tenant")
    try Validation.range(limit, 1...10_000, "limit")
    try checkCancellation()
    let start = try FeedCursor(cursor)
    guard start.slot < context.slotCount else {
      throw Validation.invalid("cursor", "must be one of this feed")
    }
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      var reader = FeedReader(tenant, context, connection)
      return try reader.read(from: start, limit: limit)
    }
  }
}
