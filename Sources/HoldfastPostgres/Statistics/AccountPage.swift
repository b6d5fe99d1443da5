internal import Holdfast

/// Some accounts of one slot in an open snapshot, with what statistics look at of them.
struct AccountPage {
  let scope: StatisticsScope
  let context: StoreContext
  let connection: any Connection
  let slot: Int16
  var loader: Loader
  /// Accounts of the page that are not handed out.
  var leftOut: Set<AccountID> = []
  /// What was loaded and asked for before any rows of the period.
  private let asked: Wants

  /// Rows that are in memory at once.
  private static let rowsAtOnce: Int64 = 20_000

  /// Loads the accounts as they are at present.
  init(
    _ footprint: Footprint, in slot: Int16, _ scope: StatisticsScope, _ context: StoreContext,
    _ connection: any Connection
  ) throws(ReadFailure) {
    self.scope = scope
    self.context = context
    self.connection = connection
    self.slot = slot
    loader = Loader(footprint, context, access: .snapshot)
    try AccountPage.load(loader.begin([]), &loader, connection)
    if !scope.acting.isEmpty, case .of(let unit) = scope.balances {
      loader.wantRows(ofWhatIsDueIn: unit)
      try AccountPage.load(loader.more(), &loader, connection)
    }
    context.names.add(loader.named, at: loader.revision)
    asked = loader.wanted
  }

  /// Hands out each account, maybe several times with a part of its rows each, and the versions of
  /// these; what is due with the last of them.
  mutating func visit(
    _ body: (AccountState, [VersionRange]) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    let ranges = try ranges()
    let count = ranges.reduce(0) { $0 + $1.count }
    if count <= AccountPage.rowsAtOnce || scope.hasRowBefore {
      try loadRows(in: ranges)
      for (index, account) in loader.accounts.enumerated() where !leftOut.contains(account.id) {
        if let state = account.state { try body(state, ranges.filter { $0.account == index }) }
      }
      return
    }
    for index in loader.accounts.indices where !leftOut.contains(loader.accounts[index].id) {
      try visit(index, ranges.filter { $0.account == index }, body)
    }
  }

  private mutating func visit(
    _ index: Int, _ ranges: [VersionRange],
    _ body: (AccountState, [VersionRange]) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    guard let present = loader.accounts[index].state else { return }
    var parts = VersionRange.parts(of: ranges, size: AccountPage.rowsAtOnce)
    let last = parts.popLast() ?? []
    let bare = present.withoutWhatIsDue
    for part in parts {
      loader.accounts[index].state = bare
      loader.wanted = Wants()
      try loadRows(in: part)
      if let state = loader.accounts[index].state { try body(state, part) }
    }
    loader.accounts[index].state = present
    loader.wanted = asked
    try loadRows(in: last)
    if let state = loader.accounts[index].state { try body(state, last) }
    loader.accounts[index].state = nil
  }

  static func load(
    _ statements: [Statement], _ loader: inout Loader, _ connection: any Connection
  ) throws(ReadFailure) {
    var statements = statements
    while !statements.isEmpty {
      let replies = try connection.ask(statements)
      do throws(BatchFailure) { try loader.take(replies) } catch { throw ReadFailure(error) }
      statements = loader.more()
    }
  }
}

extension Loader {
  /// The rows that opened what is due by now in a balance; rows that time writes act on them.
  mutating func wantRows(ofWhatIsDueIn unit: UnitName) {
    for account in accounts {
      guard let state = account.state, let index = state.balance(of: unit) else { continue }
      let present = max(now, state.lastInstant)
      let balance = state.balances[index]
      var versions = balance.holds.values.filter { $0.lapsesAt <= present }.map(\.version)
      for lot in balance.lots.values where lot.isScheduled || lot.isLapsed(at: present) {
        versions.append(lot.version)
      }
      for version in versions {
        wanted.row(Position(account: account.id, stream: .balance(unit), version: version))
      }
    }
  }
}

extension AccountState {
  /// The same without lots and reservations, so that nothing becomes due in it.
  var withoutWhatIsDue: AccountState {
    var bare = AccountState(
      id: id, tenant: tenant, name: name, lastInstant: lastInstant, openHoldCount: openHoldCount)
    for balance in balances {
      _ = bare.load(
        BalanceState(
          unit: balance.unit, version: balance.version, figures: balance.figures, lots: [],
          repayments: [], asOf: lastInstant))
    }
    for meter in meters {
      _ = bare.load(
        UsageMeter(
          item: meter.item, version: meter.version, lifetime: meter.lifetime, counters: [],
          revision: meter.revision))
    }
    return bare
  }
}
