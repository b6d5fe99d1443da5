import Holdfast
import HoldfastTesting

/// A race of many tasks on a store in memory, and what it left.
struct RecordedRace {
  let folder: HistoryFolder
  let header: RaceHeader
  let store: InMemoryStore
  var contents: LedgerContents
  var events: [RaceEvent]

  init(
    _ shape: RaceShape, calls: Int64 = 1500, clients: Int32 = 32, seed: UInt64 = 1
  ) async throws {
    folder = try HistoryFolder()
    let clock = RaceClock()
    let ground = shape.ground
    header = RaceHeader(
      run: "t", tenant: "stress-t", shape: shape.rawValue, seed: seed, store: "memory",
      target: .holdfast, started: StoreClock.system.now().microseconds, origin: clock.origin,
      accounts: ground.accounts, items: ground.items, opening: [.all(ground.opening)],
      overdraft: [.all(ground.overdraft)])
    store = InMemoryStore()
    let target = LedgerTarget(store: store, header: header)
    try await target.prepare()
    let writer = try HistoryWriter(path: folder.path("race"), header: header)
    let plan = RaceDriver.Plan(
      shape: shape, seed: seed, clients: 0..<clients,
      pace: RacePace(.closed, start: clock.now, clients: clients), clock: clock,
      end: clock.now + 600_000_000, calls: calls)
    try await RaceDriver(target: target, history: writer, plan: plan).run()
    try writer.finish()
    // What is due is written, so that every answer has its state in the journal.
    _ = try await store.sweep("stress-t")
    contents = try await LedgerContents(of: "stress-t", in: store)
    events = try RaceHistory(paths: [folder.path("race")]).all()
  }

  /// Writes the history as if it were an adapter's, with the figures at the end; its path.
  func asAdapter() throws -> String {
    var header = header
    header.target = .adapter
    let end = events.last?.at ?? 0
    var events = events
    for account in contents.accounts {
      guard let index = Int32(account.name.string.dropFirst("account-".count)) else { continue }
      for balance in account.balances {
        events.append(
          RaceEvent(
            at: end,
            .balance(
              RaceBalance(
                account: index, posted: balance.figures.posted.value,
                held: balance.figures.held.value))))
      }
    }
    let path = folder.path("adapter")
    try events.write(to: path, header)
    return path
  }

  /// Checks the events against the contents, both as they are or as they were tampered with.
  func check(memory: Int? = nil) async throws -> HistoryReport {
    let path = folder.path("checked")
    try events.write(to: path, header)
    var checker = HistoryChecker()
    if let memory { checker.memory = memory }
    return try await checker.check(
      RaceHistory(paths: [path]), contentsOf: contents)
  }
}
