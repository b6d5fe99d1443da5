internal import Holdfast

extension ConformanceWorld {
  func balance(
    _ account: AccountName, unit: UnitName = "credits", asOf instant: Instant? = nil
  ) async throws(LedgerError) -> Balance {
    try await store.balance(
      of: unit, address(account), asOf: instant, expiringWithin: 604_800)
  }

  func lots(_ account: AccountName) async throws(LedgerError) -> [LotView] {
    try await store.lots(of: "credits", address(account))
  }

  /// All entries, newest first.
  func ledger(_ account: AccountName) async throws(LedgerError) -> [LedgerEntry] {
    try await store.ledger(of: "credits", address(account), .cursor(nil, limit: 1000)).entries
  }

  func openReservations(_ account: AccountName) async throws(LedgerError) -> [Reservation] {
    try await store.openReservations(of: address(account), unit: nil)
  }

  func reservation(_ id: ReservationID) async throws(LedgerError) -> Reservation {
    try await store.reservation(.id(id), in: tenant, account: nil)
  }

  func usage(
    of item: ItemName = "image", by account: AccountName
  ) async throws -> UsageView {
    let views = try await store.usage(of: address(account), item: item)
    try expectEqual(views.count, 1, "the items answered when one was asked for")
    return views[0]
  }

  /// The whole feed of the tenant.
  func changes() async throws(LedgerError) -> [Change] {
    var changes: [Change] = []
    var cursor: String?
    while true {
      let page = try await store.changes(in: tenant, after: cursor, limit: 1000)
      if page.changes.isEmpty { return changes }
      changes += page.changes
      cursor = page.cursor
    }
  }

  /// The feed of one balance.
  func changes(
    of account: AccountName, unit: UnitName = "credits"
  ) async throws(LedgerError) -> [Change] {
    try await changes().filter { $0.account == account && $0.unit == unit }
  }

  /// Everything that can be read of these accounts, and the tenant's feed.
  struct Trace: Hashable, Sendable {
    var balances: [[Balance]] = []
    var lots: [[LotView]] = []
    var ledgers: [[LedgerEntry]] = []
    var reservations: [[Reservation]] = []
    var usage: [[UsageView]] = []
    var changes: [Change] = []
  }

  func trace(_ accounts: [AccountName]) async throws(LedgerError) -> Trace {
    var trace = Trace()
    for account in accounts {
      let balances = try await store.balances(of: address(account))
      trace.balances.append(balances)
      for balance in balances {
        trace.lots.append(try await store.lots(of: balance.unit, address(account)))
        let page = LedgerPage.cursor(nil, limit: 1000)
        trace.ledgers.append(
          try await store.ledger(of: balance.unit, address(account), page).entries)
      }
      trace.reservations.append(try await openReservations(account))
      trace.usage.append(try await store.usage(of: address(account), item: nil))
    }
    trace.changes = try await changes()
    return trace
  }
}
