import Holdfast

extension DeceivingStore {
  func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance {
    switch fault {
    case .writesOnRead: _ = try await base.sweep(address.tenant)
    case .waitsForSweep:
      if instant == nil { return try await written(unit, address) }
    default: break
    }
    return try await base.balance(
      of: unit, folded(address), asOf: fault == .forgetsThePast ? nil : instant,
      expiringWithin: seconds)
  }

  /// The balance as of its last row.
  private func written(
    _ unit: UnitName, _ address: AccountAddress
  ) async throws(LedgerError) -> Balance {
    let changes = try await base.changes(in: address.tenant, limit: 10_000).changes
    guard let last = changes.last(where: { $0.account == address.account && $0.unit == unit })
    else { return try await base.balance(of: unit, address) }
    return try await base.balance(of: unit, address, asOf: last.createdAt)
  }

  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try await base.balances(of: folded(address))
  }

  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    let named = fault == .ignoresAccount ? nil : account.map(folded)
    return try await base.reservation(reference, in: tenant, account: named)
  }

  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    try await base.openReservations(of: folded(address), unit: unit)
  }

  func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError) -> [LotView] {
    try await base.lots(of: unit, folded(address))
  }

  func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    guard fault == .pagesByOffset, case .cursor(let cursor, let limit) = page,
      let number = Int(cursor ?? "1")
    else { return try await base.ledger(of: unit, folded(address), page) }
    var entries = try await base.ledger(of: unit, address, .number(number, size: limit))
    entries.nextCursor = number < entries.pageCount ?? 0 ? "\(number + 1)" : nil
    return entries
  }

  func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView] {
    try await base.usage(of: folded(address), item: item)
  }

  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try await base.explain(query)
  }

  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    var page = try await base.changes(in: tenant, after: cursor, limit: limit)
    switch fault {
    case .reversesFeed: page.changes.reverse()
    case .dropsChanges: page.changes.removeAll { $0.version % 5 == 0 }
    default: break
    }
    return page
  }
}
