internal import Synchronization

/// Answers about the state as it is now, with what is due included.
extension InMemoryStore {
  func id(of address: AccountAddress) -> AccountID {
    AccountID(tenant: address.tenant, account: address.account, key: hashKey)
  }

  /// Reads an account at the present instant; `missing` when there is none.
  func read<Value: Sendable>(
    _ id: AccountID, in tenant: TenantName, missing: @autoclosure () throws(LedgerError) -> Value,
    _ body: (inout AccountState, Instant, Setting) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try checkCancellation()
    let found = try withPart(of: id) { set throws(LedgerError) -> Value? in
      guard let slot = set.slot(of: id, in: tenant) else { return nil }
      let now = max(clock.now(), set.accounts[slot: slot].lastInstant)
      let setting = set.setting(of: tenant)
      return try set.read(id, at: now) { account throws(LedgerError) in
        try body(&account, now, setting)
      }
    }
    if let found { return found }
    return try missing()
  }

  public func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant? = nil,
    expiringWithin seconds: Int = 604_800
  ) async throws(LedgerError) -> Balance {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try Validation.instant(instant, "asOf")
    try Validation.range(seconds, 0...31_536_000, "expiringWithin")
    if let instant, instant > clock.now() {
      let last = try read(id(of: address), in: address.tenant, missing: Instant.earliest) {
        account, _, _ in account.lastInstant
      }
      guard instant <= last else {
        throw Validation.invalid("asOf", "must not lie ahead")
      }
    }
    return try read(
      id(of: address), in: address.tenant, missing: Balance(unit: unit, figures: .zero)
    ) { account, now, _ throws(LedgerError) in
      if let instant { return try account.readBalance(unit, asOf: instant) }
      return account.readBalance(unit, expiringWithin: seconds, at: now)
    }
  }

  public func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try address.validate()
    return try read(id(of: address), in: address.tenant, missing: []) { account, now, _ in
      let units = account.balances.filter { $0.version > 0 }.map(\.unit).sorted()
      return units.map { account.readBalance($0, expiringWithin: 604_800, at: now) }
    }
  }

  public func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName? = nil
  ) async throws(LedgerError) -> Reservation {
    try Validation.identifier(tenant, "tenant")
    if let account { try Validation.identifier(account, "account") }
    let notFound = LedgerError(.reservationNotFound, "no such reservation in this account")
    let id: AccountID
    switch reference {
    case .id(let reservation):
      guard let position = reservation.position else { throw notFound }
      id = position.account
      if let account, self.id(of: AccountAddress(tenant: tenant, account: account)) != id {
        throw notFound
      }
    case .key(let key):
      try Validation.identifier(key, "reservation.key")
      let names = account.map { [$0] } ?? accounts(in: tenant, havingReserved: key)
      guard let name = names.first else { throw notFound }
      guard names.count == 1 else { throw InMemoryStore.ambiguous }
      id = self.id(of: AccountAddress(tenant: tenant, account: name))
    }
    let found = try read(id, in: tenant, missing: nil as Reservation?) {
      account, _, _ throws(LedgerError) in
      try account.readReservation(reference)
    }
    guard let found else { throw notFound }
    return found
  }

  public func openReservations(
    of address: AccountAddress, unit: UnitName? = nil
  ) async throws(LedgerError) -> [Reservation] {
    try address.validate()
    if let unit { try Validation.identifier(unit, "unit") }
    return try read(id(of: address), in: address.tenant, missing: []) { account, _, _ in
      account.readOpenReservations(unit)
    }
  }

  public func lots(
    of unit: UnitName, _ address: AccountAddress
  ) async throws(LedgerError) -> [LotView] {
    try address.validate()
    try Validation.identifier(unit, "unit")
    return try read(id(of: address), in: address.tenant, missing: []) { account, _, _ in
      account.readLots(unit)
    }
  }

  public func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try AccountState.validate(page)
    let id = id(of: address)
    let empty = AccountState(id: id, tenant: address.tenant, name: address.account)
    return try read(id, in: address.tenant, missing: try empty.readLedger(unit, page)) {
      account, _, _ throws(LedgerError) in
      try account.readLedger(unit, page)
    }
  }

  public func usage(
    of address: AccountAddress, item: ItemName? = nil
  ) async throws(LedgerError) -> [UsageView] {
    try address.validate()
    if let item { try Validation.identifier(item, "item") }
    let id = id(of: address)
    let now = clock.now()
    return try withPart(of: id) { set throws(LedgerError) in
      let setting = set.setting(of: address.tenant)
      let items = try setting.items(
        item.map { [$0] } ?? setting.definitions.allItems.map(\.item))
      guard let slot = set.slot(of: id, in: address.tenant) else {
        var empty = AccountState(id: id, tenant: address.tenant, name: address.account)
        return empty.readUsage(items, at: now, setting)
      }
      let instant = max(now, set.accounts[slot: slot].lastInstant)
      return set.read(id, at: instant) { account in
        account.readUsage(items, at: instant, setting)
      }
    }
  }

  public func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try query.validate()
    let address = query.account
    let id = id(of: address)
    var nobody = AccountState(id: id, tenant: address.tenant, name: address.account)
    let now = clock.now()
    return try read(
      id, in: address.tenant, missing: try nobody.explain(query, at: now)
    ) { account, now, _ throws(LedgerError) in
      try account.explain(query, at: now)
    }
  }

  public func changes(
    in tenant: TenantName, after cursor: String? = nil, limit: Int = 1000
  ) async throws(LedgerError) -> Changes {
    try Validation.identifier(tenant, "tenant")
    try Validation.range(limit, 1...10_000, "limit")
    var offsets = try feedOffsets(cursor)
    var changes: [Change] = []
    for index in parts.indices where changes.count < limit {
      parts[index].set.withLock { set in
        while offsets[index] < set.feed.count, changes.count < limit {
          if let change = set.change(set.feed[offsets[index]], in: tenant) {
            changes.append(change)
          }
          offsets[index] += 1
        }
      }
    }
    return Changes(
      changes: changes, cursor: offsets.map { String($0, radix: 36) }.joined(separator: "."))
  }

  func feedOffsets(_ cursor: String?) throws(LedgerError) -> [Int] {
    guard let cursor else { return parts.map { _ in 0 } }
    let offsets = cursor.split(separator: ".").compactMap { Int($0, radix: 36) }
    guard offsets.count == parts.count, offsets.allSatisfy({ $0 >= 0 }) else {
      throw Validation.invalid("cursor", "must be one of this feed")
    }
    return offsets
  }
}
