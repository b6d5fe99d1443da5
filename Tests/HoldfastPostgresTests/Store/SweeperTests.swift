import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization
import Testing

@Suite(.serialized) struct SweeperTests {
  @Test("a sweep leaves nothing due behind, and a second one finds nothing")
  func complete() async throws {
    let world = try await OwnLedger()
    let soon = world.instant(after: 60)
    // All of the lot is pinned when it expires, and another balance moves the account on.
    try await world.submit(.credit(Credit(unit: "credits", amount: 100, expiresAt: soon)), "a")
    try await world.submit(
      .reserve(Reserve(unit: "credits", amount: 100, expiresInSeconds: 3600)), "b")
    try await world.submit(.credit(Credit(unit: "tokens", amount: 1)), "tokens")
    // A part is pinned.
    try await world.submit(
      .credit(Credit(unit: "images", amount: 10, expiresAt: soon)), "c", account: "bob")
    try await world.submit(
      .reserve(Reserve(unit: "images", amount: 4, expiresInSeconds: 3600)), "d", account: "bob")
    // Nothing is left of what was to start; the other starts.
    let scheduled = try await world.submit(
      .credit(Credit(unit: "credits", amount: 5, effectiveAt: soon)), "e", account: "cyd")
    guard case .credit(let credited) = scheduled.outcome else {
      Issue.record("a credit is answered as one")
      return
    }
    try await world.submit(.voidLot(VoidLot(lot: credited.lotId)), "f", account: "cyd")
    try await world.submit(
      .credit(Credit(unit: "credits", amount: 7, effectiveAt: soon)), "g", account: "cyd")
    // A reservation lapses, in another tenant.
    try await world.submit(
      .credit(Credit(unit: "credits", amount: 9)), "h", tenant: "rival")
    try await world.submit(
      .reserve(Reserve(unit: "credits", amount: 9, expiresInSeconds: 30, graceSeconds: 0)), "i",
      tenant: "rival")

    world.clock.advance(bySeconds: 120)
    try await world.submit(.credit(Credit(unit: "tokens", amount: 1)), "j")
    let sweeper = PostgresSweeper(world.store, clock: world.clock)
    #expect(await sweeper.pass() == .finished)
    #expect(
      world.events.sweeps == [
        SweepReport(expiredReservations: 1, expiredLots: 1, lagMicroseconds: 90_000_000)
      ])
    #expect(try await world.dueRows() == 0)
    #expect(try await world.findings() == [])
    #expect(await sweeper.pass() == .finished)
    #expect(
      world.events.sweeps.last
        == SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0))
    await world.store.close()
  }

  @Test("only who began a sweep tells of it")
  func explicitSweep() async throws {
    let world = try await OwnLedger()
    try await world.submit(.credit(Credit(unit: "credits", amount: 9)), "a")
    try await world.submit(
      .reserve(Reserve(unit: "credits", amount: 9, expiresInSeconds: 30, graceSeconds: 0)), "b")
    world.clock.advance(bySeconds: 31)
    let report = try await world.store.sweep("acme")
    #expect(report.expiredReservations == 1)
    #expect(world.events.sweeps == [])
    await world.store.close()
  }

  @Test("it sweeps after each pause, until its task is cancelled", .timeLimit(.minutes(10)))
  func running() async throws {
    let world = try await OwnLedger()
    try await world.submit(.credit(Credit(unit: "credits", amount: 9)), "a")
    try await world.submit(
      .reserve(Reserve(unit: "credits", amount: 9, expiresInSeconds: 30, graceSeconds: 0)), "b")
    let began = world.clock.now
    let sweeper = PostgresSweeper(world.store, pause: .seconds(20), clock: world.clock)
    let running = Task { await sweeper.run() }
    for turn in 1...2 {
      let wakeUp = await world.clock.nextWakeUp()
      #expect(wakeUp == began.advanced(byMicroseconds: Int64(turn) * 20_000_000))
      #expect(world.events.sweeps.count == turn)
      world.clock.advance(bySeconds: 20)
    }
    await world.clock.nextWakeUp()
    #expect(
      world.events.sweeps.last
        == SweepReport(expiredReservations: 1, expiredLots: 0, lagMicroseconds: 10_000_000))
    running.cancel()
    await running.value
    #expect(world.events.sweeps.count == 3)

    let ending = Task { await sweeper.run() }
    await world.clock.nextWakeUp()
    await world.store.close()
    world.clock.advance(bySeconds: 20)
    await ending.value
  }

  @Test("two at once write everything once", .timeLimit(.minutes(10)))
  func several() async throws {
    let world = try await OwnLedger()
    for index in 0..<60 {
      let account = AccountName("user-\(index)")
      try await world.submit(
        .credit(Credit(unit: "credits", amount: 9)), "a", account: account)
      try await world.submit(
        .reserve(Reserve(unit: "credits", amount: 9, expiresInSeconds: 30, graceSeconds: 0)), "b",
        account: account)
    }
    world.clock.advance(bySeconds: 60)
    let others = EventLog()
    let other = try await OwnLedger.store(on: world.database, world.clock, others)
    async let first = PostgresSweeper(world.store).pass()
    async let second = PostgresSweeper(other).pass()
    #expect(await [first, second] == [.finished, .finished])
    let written = (world.events.sweeps + others.sweeps).reduce(0) { $0 + $1.expiredReservations }
    #expect(written == 60)
    #expect(try await world.dueRows() == 0)
    #expect(try await world.findings() == [])
    await other.close()
    await world.store.close()
  }

  @Test("it waits longer while the database is away, and goes on", .timeLimit(.minutes(10)))
  func away() async throws {
    let server = try await TestDatabase.onThread { try ThrowAwayPostgres() }
    let world = try await OwnLedger(on: server)
    try await world.submit(.credit(Credit(unit: "credits", amount: 9)), "a")
    try await world.submit(
      .reserve(Reserve(unit: "credits", amount: 9, expiresInSeconds: 30, graceSeconds: 0)), "b")
    try await TestDatabase.onThread { try server.stop() }
    let sweeper = PostgresSweeper(world.store, pause: .seconds(20), clock: world.clock)
    let running = Task { await sweeper.run() }
    for pause in [40, 60] {
      let wakeUp = try #require(await world.clock.nextWakeUp())
      #expect(wakeUp == world.instant(after: Int64(pause)))
      world.clock.advance(to: wakeUp)
    }
    await world.clock.nextWakeUp()
    #expect(world.events.sweeps == [])
    try await TestDatabase.onThread { try server.restart() }
    world.clock.advance(bySeconds: 60)
    await world.clock.nextWakeUp()
    #expect(world.events.sweeps.map(\.expiredReservations) == [1])
    running.cancel()
    await running.value
    await world.store.close()
  }

  @Test("what one transaction writes is bounded, but for what is due in one account")
  func portions() {
    let ids = (0..<5).map { AccountID(digest: Digest(first: 0, second: $0)) }
    var due = DueAccounts(instant: SimulatedClock.start)
    due.add(ids, counts: [ids[0]: 400, ids[1]: 600, ids[2]: 9000, ids[4]: 999])
    #expect(due.portions == [[ids[0], ids[1]], [ids[2]], [ids[3], ids[4]]])
  }

  @Test(
    "commands and reads give the same with a sweeper and without", .timeLimit(.minutes(10)),
    arguments: [WorkloadProfile.lots, .boundaries, .debt, .usage])
  func needless(profile: WorkloadProfile) async throws {
    let clock = Mutex<SimulatedClock?>(nil)
    let database = try await TestDatabase.migrated()
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 2
    configuration.readers = 1
    configuration.maximumOpenReservations = profile.maximumOpenReservations
    configuration.clock = StoreClock(now: {
      clock.withLock(\.self)?.now ?? SimulatedClock.start
    })
    let store = try await PostgresStore(configuration)
    let sweeper = PostgresSweeper(store)
    var generator = WorkloadGenerator(profile: profile, seed: 7)
    // The model writes what is due only when a command asks for it.
    var world = await SideBySide(
      scope: generator.scope, maximumOpenReservations: profile.maximumOpenReservations
    ) { simulated, _ in
      clock.withLock { $0 = simulated }
      return store
    }
    for count in 1...150 {
      let step = generator.next(for: world.model, at: world.now)
      if case .sweep = step.action { continue }
      var mismatch = await world.perform(step)
      #expect(await sweeper.pass() == .finished)
      if mismatch == nil, count.isMultiple(of: 30) {
        mismatch = await world.compareReads(after: step.id)
      }
      #expect(mismatch == nil)
      if mismatch != nil { break }
    }
    await store.close()
  }
}
