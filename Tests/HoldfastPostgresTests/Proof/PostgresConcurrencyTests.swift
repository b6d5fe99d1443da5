import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization
import Testing

@Suite(.serialized) struct PostgresConcurrencyTests {
  private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"

  /// By the clock of the database; and by one that stands still, so that no instant tells what came
  /// first.
  @Test(.timeLimit(.minutes(10)), arguments: [nil, SimulatedClock()])
  func `what many tasks do at once through three stores adds up, each key once`(
    clock: SimulatedClock?
  ) async throws {
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: 5))
    let stores = try await Self.stores(3, on: database, clock)
    try await Self.define(in: stores[0])
    let seed = UInt64.random(in: .min ... .max)
    var plan = RacePlan(
      seed: seed, count: Self.isLong ? 20_000 : 2_500, at: clock?.now ?? StoreClock.system.now())
    let schedule = plan.schedule()
    let log = RaceLog()
    await Self.race(schedule, plan.calls, stores, log)
    try await Self.expectSound(stores[0], database, "seed \(seed)")

    let acknowledged = await log.effects
    let effects = await log.effectCount
    await Self.race(acknowledged.keys.sorted(), plan.calls, stores, log)
    #expect(await log.effectCount == effects, "a retry had an effect; seed \(seed)")
    #expect(await log.withoutFirst == [], "seed \(seed)")
    #expect(await log.duplicateCount >= acknowledged.count)
    #expect(acknowledged.count > plan.calls.count / 3, "the race is about something")
    try await Self.expectSound(stores[0], database, "seed \(seed)")
    try await Self.expectWholeFeed(of: stores[1])
    for store in stores { await store.close() }
    print("codes of the race: \(await log.codes), effects \(effects)")
  }

  private static func stores(
    _ count: Int, on database: TestDatabase, _ clock: SimulatedClock?
  ) async throws -> [PostgresStore] {
    var stores: [PostgresStore] = []
    for _ in 0..<count {
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 3
      configuration.clock = clock?.storeClock
      configuration.patienceSeconds = 60
      stores.append(try await PostgresStore(configuration))
    }
    return stores
  }

  private static func define(in store: PostgresStore) async throws {
    let minute = Window.calendar(CalendarWindow(unit: .minute, timeZone: "UTC"))
    try await store.define(
      UsageItemDefinition(
        item: RacePlan.item, limits: [UsageLimit(window: minute, maximum: 10)],
        overage: .charge(UsagePrice(unit: "credits", amount: 2))), in: RacePlan.tenant)
  }

  /// 200 tasks make the calls, now through the one store, now through the other; some sweep and read
  /// meanwhile.
  private static func race(
    _ schedule: [Int], _ calls: [RacePlan.Call], _ stores: [PostgresStore], _ log: RaceLog
  ) async {
    let places = Places()
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<200 {
        tasks.addTask {
          while true {
            let place = places.next()
            guard place < schedule.count else { return }
            let index = schedule[place]
            let store = stores[place % stores.count]
            do throws(LedgerError) {
              await log.note(try await submit(calls[index], to: store), to: index)
              if place.isMultiple(of: 100) { _ = try await store.sweep(RacePlan.tenant) }
              if place.isMultiple(of: 20) { try await read(store) }
            } catch {
              await log.note(error, of: index)
            }
          }
        }
      }
    }
  }

  private final class Places: Sendable {
    private let taken = Atomic<Int>(0)

    func next() -> Int { taken.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  private static func submit(
    _ call: RacePlan.Call, to store: PostgresStore
  ) async throws(LedgerError) -> [CommandResult] {
    switch call {
    case .command(let command): [try await store.submit(command)]
    case .group(let group): try await store.submit(group)
    }
  }

  private static func read(_ store: PostgresStore) async throws(LedgerError) {
    let address = AccountAddress(tenant: RacePlan.tenant, account: "account-0")
    let balance = try await store.balance(of: "credits", address)
    #expect(balance.held >= 0)
    let open = try await store.openReservations(of: address)
    let ledger = try await store.ledger(of: "credits", address, .cursor(nil, limit: 100))
    for (entry, before) in zip(ledger.entries, ledger.entries.dropFirst()) {
      #expect(entry.balanceAfter == before.balanceAfter + entry.delta)
    }
    #expect(open.allSatisfy { $0.status == .open })
  }

  private static func expectSound(
    _ store: PostgresStore, _ database: TestDatabase, _ comment: String
  ) async throws {
    let report = try await LedgerChecker().check(store, tenant: RacePlan.tenant)
    #expect(report.violations == [], "\(comment)")
    #expect(report.accounts >= 8)
    try await database.expectAuditsEmpty(comment)
  }

  /// The feed shows every row once, those of a stream in their order.
  private static func expectWholeFeed(of store: PostgresStore) async throws {
    struct Stream: Hashable {
      let account: AccountName
      let unit: UnitName?
      let item: ItemName?
    }
    var versions: [Stream: Int64] = [:]
    var count = 0
    var cursor: String?
    while true {
      let page = try await store.changes(in: RacePlan.tenant, after: cursor, limit: 1_000)
      if page.changes.isEmpty { break }
      for change in page.changes {
        let stream = Stream(account: change.account, unit: change.unit, item: change.item)
        #expect(change.version == versions[stream, default: 0] + 1)
        versions[stream] = change.version
      }
      count += page.changes.count
      cursor = page.cursor
    }
    let report = try await LedgerChecker().check(store, tenant: RacePlan.tenant)
    #expect(count == report.rows)
  }
}
