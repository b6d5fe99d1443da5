package import Holdfast

/// Whether a day's balances are what its feed of changes makes them.
///
/// It believes nothing that a balance says of itself: it adds up every change from the beginning
/// and compares. Named after the rules it checks:
/// - I1: posted is the sum of the posted changes, and held that of the held changes.
/// - I3: held is what open reservations have left.
/// - I6: the versions of a balance are 1, 2, 3, …, and each figure is the one before plus its
///   change.
package struct DemoAudit: Hashable, Sendable {
  package var changes = 0
  package var balances = 0
  /// The sum of all posted changes of the feed.
  package var posted: Amount = 0
  /// The journal rows that the checker looked at; 0 where the store does not hand them out.
  package var checkedRows = 0
  /// A sentence each.
  package var violations: [String] = []

  package init() {}

  /// What one balance is by its changes.
  private struct Sums {
    var posted: Amount = 0
    var held: Amount = 0
    var version: Int64 = 0
  }

  /// The one place where a finished day is checked: by its feed, and by the checker where the store
  /// hands out its content.
  package static func audit(
    _ store: any LedgerStore, _ plan: DemoPlan
  ) async throws(LedgerError) -> DemoAudit {
    var audit = DemoAudit()
    let sums = try await audit.addUp(store, plan.tenant)
    let accounts = Set(sums.keys).union(plan.accounts.map(\.name)).sorted()
    for account in accounts {
      try await audit.compare(account, sums[account] ?? [:], store, plan.tenant)
    }
    try await audit.check(store, plan.tenant)
    return audit
  }

  private mutating func check(
    _ store: any LedgerStore, _ tenant: TenantName
  ) async throws(LedgerError) {
    do {
      let report = try await LedgerChecker().check(store, tenant: tenant)
      checkedRows = report.rows
      violations += report.violations.map(\.description)
    } catch let error as LedgerError {
      throw error
    } catch {
      checkedRows = 0
    }
  }

  private mutating func addUp(
    _ store: any LedgerStore, _ tenant: TenantName
  ) async throws(LedgerError) -> [AccountName: [UnitName: Sums]] {
    var sums: [AccountName: [UnitName: Sums]] = [:]
    var cursor: String?
    while true {
      let part = try await store.changes(in: tenant, after: cursor, limit: 10_000)
      guard !part.changes.isEmpty else { return sums }
      cursor = part.cursor
      changes += part.changes.count
      for change in part.changes {
        guard let unit = change.unit else { continue }
        let before = sums[change.account]?[unit] ?? Sums()
        sums[change.account, default: [:]][unit] = follow(change, from: before)
      }
    }
  }

  private mutating func follow(_ change: Change, from before: Sums) -> Sums {
    var after = before
    after.posted += change.postedDelta
    after.held += change.heldDelta
    after.version += 1
    posted += change.postedDelta
    let name = "\(change.account), version \(change.version)"
    if after.version != change.version {
      violations.append("I6: \(name): \(after.version) was due")
      after.version = change.version
    }
    if after.posted != change.postedAfter || after.held != change.heldAfter {
      violations.append("I6: \(name): the figures are not those before plus the change")
    }
    return after
  }

  private mutating func compare(
    _ account: AccountName, _ sums: [UnitName: Sums], _ store: any LedgerStore,
    _ tenant: TenantName
  ) async throws(LedgerError) {
    let address = AccountAddress(tenant: tenant, account: account)
    let balances = try await store.balances(of: address)
    self.balances += balances.count
    for unit in Set(sums.keys).union(balances.map(\.unit)).sorted() {
      let balance = balances.first { $0.unit == unit }
      let sum = sums[unit] ?? Sums()
      let open = try await store.openReservations(of: address, unit: unit)
      let remaining = open.reduce(Amount.zero) { $0 + $1.remainingReserved }
      check("I1: \(account), \(unit): posted", balance?.posted ?? 0, sum.posted)
      check("I1: \(account), \(unit): held", balance?.held ?? 0, sum.held)
      check("I3: \(account), \(unit): held", balance?.held ?? 0, remaining)
    }
  }

  private mutating func check(_ name: String, _ said: Amount, _ computed: Amount) {
    if said != computed { violations.append("\(name) is \(said), its parts make \(computed)") }
  }
}
