import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// A ledger of some days, of which all but the last is archived.
@Suite struct ArchiveTests {
  private struct World {
    let ledger: OwnLedger
    let folder: TestFolder
    /// What was sent, and its first answers.
    var commands: [Command] = []
    var results: [CommandResult] = []
    var cut = Instant(microseconds: 0)

    var store: PostgresStore { ledger.store }
    var database: TestDatabase { ledger.database }

    static let details = Details(
      description: "a picture", reference: Reference(type: "job", id: "7"),
      metadata: ["model": "large", "size": 12_345_678_901])

    init() async throws {
      ledger = try await OwnLedger()
      folder = try TestFolder()
      let hour = Window.calendar(CalendarWindow(unit: .hour, timeZone: "UTC"))
      try await store.define(
        UsageItemDefinition(
          item: "image", limits: [UsageLimit(window: hour, maximum: 2)],
          overage: .charge(UsagePrice(unit: "credits", amount: 3))), in: "acme")
      let details = World.details
      // A lot that stays, one that is spent, one that lapses, one that is voided.
      try await send(.credit(Credit(unit: "credits", amount: 500, details: details)))
      try await send(.credit(Credit(unit: "credits", amount: 20, priority: -1)))
      let end = ledger.instant(after: 7_200)
      try await send(.credit(Credit(unit: "credits", amount: 30, expiresAt: end, priority: 5)))
      try await send(.debit(Debit(unit: "credits", amount: 25, details: details)))
      try await send(
        .reserve(
          Reserve(
            unit: "credits", amount: 50, counts: [Reserve.Count(item: "image", amount: 1)],
            details: details)))
      try await send(
        .settle(Settle(reservation: .key("k5"), amount: 20, final: true, details: details)))
      try await send(.reserve(Reserve(unit: "credits", amount: 5, expiresInSeconds: 60)))
      try await send(.reserve(Reserve(unit: "credits", amount: 40, expiresInSeconds: 604_800)))
      try await send(.recordUsage(RecordUsage(item: "image", amount: 4, details: details)))
      try await send(.transfer(Transfer(unit: "credits", to: "bob", amount: 60)))
      try await send(.setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 10)))
      ledger.clock.advance(bySeconds: 86_400)
      try await send(.debit(Debit(unit: "credits", amount: 1)))
      try await send(.debit(Debit(unit: "credits", amount: 2)), "bob")
      ledger.clock.advance(bySeconds: 60)
      cut = ledger.clock.now
      try await send(.debit(Debit(unit: "credits", amount: 4)))
    }

    private mutating func send(
      _ action: Command.Action, _ account: AccountName = "ada"
    ) async throws {
      ledger.clock.advance(bySeconds: 1)
      let command = Command(
        tenant: "acme", account: account, key: IdempotencyKey("k\(commands.count + 1)"),
        action: action)
      commands.append(command)
      results.append(try await store.submit(command))
    }

    func archive() async throws -> ArchiveReport {
      try await database.archive(before: cut, to: folder)
    }
  }

  private static let ada = AccountAddress(tenant: "acme", account: "ada")

  @Test("rows older than the instant go into a file, but for those that something live began with")
  func moved() async throws {
    let world = try await World()
    let before = try await world.database.count("journal")
    let report = try await world.archive()
    #expect(report.accounts == 2)
    #expect(report.rows == Int64(before - 1))
    #expect(report.files.count == 1)
    #expect(try world.folder.files == report.files)
    // Two lots of ada's and one of bob's live, a reservation is open; and the last row is too young.
    let left = try await world.database.rows(
      "SELECT event, key FROM holdfast.journal ORDER BY at, version")
    #expect(left.compactMap { $0[0] } == ["1", "6", "5", "3"])
    #expect(report.removed == Int64(before - 4))
    #expect(try await world.database.count("archived_key") == Int(report.kept))
    #expect(report.kept < report.removed, "of some rows nothing can be asked any more")
    try await world.database.expectAuditsEmpty()
    let rows = try await world.store.expectSound("acme", with: world.folder)
    #expect(rows.all == before)
    #expect(rows.present < before)
    let again = try await world.archive()
    #expect(again.rows == 0 && again.removed == 0 && again.files.isEmpty)
    await world.store.close()
  }

  @Test("a dry run tells how many rows there are, and writes nothing")
  func dryRun() async throws {
    let world = try await World()
    let before = try await world.database.rows("SELECT * FROM holdfast.journal ORDER BY 1, 2, 3, 4")
    let planned = try await world.database.archive(
      before: world.cut, to: world.folder, isDryRun: true, rowsAtOnce: 4)
    #expect(planned.rows == Int64(before.count - 1))
    #expect(planned.accounts == 2)
    #expect(planned.files.isEmpty)
    #expect(
      try await world.database.rows("SELECT * FROM holdfast.journal ORDER BY 1, 2, 3, 4") == before)
    for table in ["checkpoint", "archived_key", "archive_file"] {
      #expect(try await world.database.count(table) == 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).isEmpty)
    let done = try await world.archive()
    #expect(done.rows == planned.rows)
    await world.store.close()
  }

  @Test(
    "a command that is sent again after its row was archived is a duplicate with its first result")
  func replays() async throws {
    let world = try await World()
    let other = try await OwnLedger.store(on: world.database, world.ledger.clock, EventLog())
    _ = try await world.archive()
    for store in [world.store, other] {
      for (command, first) in zip(world.commands, world.results) {
        let again = try await store.submit(command)
        #expect(again.duplicate)
        #expect(again.outcome == first.outcome)
      }
      var changed = world.commands[3]
      changed.action = .debit(Debit(unit: "credits", amount: 26))
      let reused = changed
      let error = await #expect(throws: LedgerError.self) { try await store.submit(reused) }
      #expect(error?.code == .idempotencyKeyReused)
    }
    #expect(try await world.database.count("journal") == 4)
    await other.close()
    await world.store.close()
  }

  @Test("what was archived can still be reversed, up to what is left of it")
  func reversals() async throws {
    let world = try await World()
    _ = try await world.archive()
    guard case .debit(let debit) = world.results[3].outcome,
      case .recordUsage(let usage) = world.results[8].outcome, let record = usage.recordId
    else {
      Issue.record("a debit and a record")
      return
    }
    let reverse = Reverse(entry: debit.entryId, amount: 10)
    let first = try await world.ledger.submit(.reverse(reverse), "r1")
    guard case .reverse(let part) = first.outcome else { return }
    #expect(part.reversedAmount == 10 && part.lapsedAmount == 0)
    // The reversal is archived, too, before the rest is asked for.
    world.ledger.clock.advance(bySeconds: 60)
    _ = try await world.database.archive(before: world.ledger.clock.now, to: world.folder)
    let rest = try await world.ledger.submit(.reverse(Reverse(entry: debit.entryId)), "r2")
    guard case .reverse(let left) = rest.outcome else { return }
    #expect(left.reversedAmount == 15)
    let error = await #expect(throws: LedgerError.self) {
      try await world.ledger.submit(.reverse(Reverse(entry: debit.entryId)), "r3")
    }
    #expect(error?.code == .reversalExceedsEntry)
    _ = try await world.ledger.submit(.reverseUsage(ReverseUsage(record: record)), "r4")
    try await world.database.expectAuditsEmpty()
    try await world.store.expectSound("acme", with: world.folder)
    await world.store.close()
  }

  @Test("a reservation that was closed and archived is still known by id and key")
  func reservations() async throws {
    let world = try await World()
    let before = try await world.store.reservation(.key("k5"), in: "acme", account: "ada")
    let lapsed = try await world.store.reservation(.key("k7"), in: "acme", account: "ada")
    let open = try await world.store.openReservations(of: Self.ada)
    _ = try await world.archive()
    for reference in [ReservationReference.key("k5"), .id(before.reservationId)] {
      let after = try await world.store.reservation(reference, in: "acme", account: "ada")
      #expect(after.status == .settled && after.settledAmount == before.settledAmount)
      #expect(after.reservationId == before.reservationId && after.createdAt == before.createdAt)
      #expect(after.description == nil, "texts are in the file")
    }
    let found = try await world.store.reservation(.key("k5"), in: "acme")
    #expect(found.reservationId == before.reservationId, "also without its account")
    #expect(try await world.store.openReservations(of: Self.ada) == open)
    let closed = await #expect(throws: LedgerError.self) {
      try await world.ledger.submit(.settle(Settle(reservation: .key("k5"), amount: 1)), "late-1")
    }
    #expect(closed?.code == .reservationClosed)
    let late = Settle(
      reservation: .id(lapsed.reservationId), amount: 3, final: true, late: .chargeAvailable)
    let charged = try await world.ledger.submit(.settle(late), "late-2")
    guard case .settle(let settled) = charged.outcome else { return }
    #expect(settled.late && settled.operationSettledAmount == 3 && settled.status == .expired)
    let held = try #require(open.first)
    _ = try await world.ledger.submit(.release(Release(reservation: .id(held.reservationId))), "r")
    try await world.store.expectSound("acme", with: world.folder)
    await world.store.close()
  }

  @Test(
    "reads say up to when they were archived: the ledger ends, the past is refused, the feed skips")
  func reads() async throws {
    let world = try await World()
    let cut = world.cut
    let cursor = try await world.store.changes(in: "acme", limit: 5).cursor
    let total = try await world.store.ledger(of: "credits", Self.ada, .number(1, size: 100)).total
    let last = try await world.store.ledger(of: "credits", Self.ada, .cursor(nil, limit: 1))
    let asOf = try await world.store.balance(of: "credits", Self.ada, asOf: cut)
    _ = try await world.archive()

    let page = try await world.store.ledger(of: "credits", Self.ada, .cursor(nil, limit: 10))
    #expect(page.entries == last.entries)
    #expect(page.nextCursor == nil)
    let through = try #require(page.archivedThrough)
    #expect(through < cut)
    let older = try await world.store.ledger(
      of: "credits", Self.ada, .cursor(last.nextCursor, limit: 10))
    #expect(older.entries == [] && older.archivedThrough == through)
    let numbered = try await world.store.ledger(of: "credits", Self.ada, .number(1, size: 10))
    #expect(numbered.total == 1 && numbered.archivedThrough == through)
    #expect(total == 10)

    #expect(try await world.store.balance(of: "credits", Self.ada, asOf: cut) == asOf)
    #expect(
      try await world.store.balance(of: "credits", Self.ada, asOf: through).posted == asOf.posted)
    let refusal = await #expect(throws: LedgerError.self) {
      try await world.store.balance(
        of: "credits", Self.ada, asOf: through.advanced(byMicroseconds: -1))
    }
    #expect(refusal?.code == .invalidArgument && refusal?.field == "asOf")
    #expect(refusal?.detail == "archived" && refusal?.archivedThrough == through)

    let changes = try await world.store.changes(in: "acme")
    // The other account's rows go further.
    #expect(changes.archivedThrough.map { $0 >= through && $0 < cut } == true)
    #expect(changes.changes.map(\.event).sorted() == ["credit", "debit", "reserve", "transferIn"])
    let rest = try await world.store.changes(in: "acme", after: cursor)
    #expect(rest.changes.count < changes.changes.count && rest.archivedThrough != nil)
    let end = try await world.store.changes(in: "acme", after: changes.cursor)
    #expect(end.changes.isEmpty && end.archivedThrough == nil)
    await world.store.close()
  }

  @Test("an explanation begins at the checkpoint and says so; with the files it is whole")
  func explained() async throws {
    let world = try await World()
    let query = ExplainQuery(account: Self.ada, unit: "credits", subject: .balance)
    let before = try await world.store.explain(query)
    _ = try await world.archive()
    let after = try await world.store.explain(query)
    let through = try #require(after.archivedThrough)
    let view = try #require(after.balances.first)
    #expect(view.closing == before.balances[0].closing)
    #expect(view.steps.count == 1)
    #expect(view.opening.posted - 4 == view.closing.posted)
    #expect(view.lots == before.balances[0].lots && view.holds == before.balances[0].holds)
    await #expect(throws: LedgerError.self) {
      try await world.store.explain(
        ExplainQuery(
          account: Self.ada, unit: "credits",
          subject: .asOf(through.advanced(byMicroseconds: -1))))
    }
    let then = try await world.store.explain(
      ExplainQuery(account: Self.ada, unit: "credits", subject: .asOf(through)))
    #expect(then.balances[0].holds.count == 1 && then.balances[0].lots.count == view.lots.count)
    try await world.store.attach(archive: world.folder.path)
    #expect(try await world.store.explain(query) == before)
    await world.store.close()
  }

  @Test("statistics of what was archived are refused, and with the files they are as before")
  func statistics() async throws {
    let world = try await World()
    func period(_ from: Instant) -> ConsumptionQuery {
      ConsumptionQuery(
        unit: "credits",
        period: StatisticsPeriod(
          from: from, to: world.cut.advanced(bySeconds: 60), by: .day))
    }
    let early = period(world.cut.advanced(bySeconds: -172_800))
    let late = period(world.cut)
    let before = try await world.store.consumption(early, in: "acme")
    let present = try await world.store.consumption(late, in: "acme")
    _ = try await world.archive()
    #expect(try await world.store.consumption(late, in: "acme").buckets == present.buckets)
    let error = await #expect(throws: LedgerError.self) {
      try await world.store.consumption(early, in: "acme")
    }
    #expect(error?.code == .invalidArgument && error?.detail == "archived")
    #expect(error?.archivedThrough.map { $0 < world.cut } == true)
    try await world.store.attach(archive: world.folder.path)
    #expect(try await world.store.consumption(early, in: "acme").buckets == before.buckets)
    await world.store.close()
  }

  @Test("a tenant's sums outlive the rows; an account's figures need them")
  func sums() async throws {
    let world = try await World()
    let day: Int64 = 86_400_000_000
    let today = world.cut.microseconds / day * day
    let days = StatisticsPeriod(
      from: Instant(microseconds: today - 2 * day), to: Instant(microseconds: today + day), by: .day
    )
    let whole = ConsumptionQuery(unit: "credits", period: days, grouping: .kind)
    var own = whole
    own.account = "ada"
    var late = own
    late.period.from = world.cut
    var described = late
    described.grouping = .description
    let before = try await world.store.consumption(whole, in: "acme")
    let usage = try await world.store.usageStatistics(UsageQuery(period: days), in: "acme")
    var answers: [ConsumptionStatistics] = []
    for query in [late, described] {
      answers.append(try await world.store.consumption(query, in: "acme"))
    }
    _ = try await world.archive()
    #expect(try await world.store.consumption(whole, in: "acme").groups == before.groups)
    #expect(
      try await world.store.usageStatistics(UsageQuery(period: days), in: "acme").totals
        == usage.totals)
    for (query, answer) in zip([late, described], answers) {
      #expect(try await world.store.consumption(query, in: "acme").groups == answer.groups)
    }
    let error = await #expect(throws: LedgerError.self) {
      try await world.store.consumption(own, in: "acme")
    }
    #expect(error?.field == "from" && error?.detail == "archived")
    try await world.store.expectSound("acme", with: world.folder)
    try await world.database.expectAuditsEmpty()
    await world.store.close()
  }

  @Test("what a row behind the checkpoint says of one before it is still there")
  func words() async throws {
    let world = try await World()
    let details = World.details
    try await world.ledger.submit(
      .reserve(Reserve(unit: "credits", amount: 6, expiresInSeconds: 3_600, details: details)), "w")
    let end = world.ledger.instant(after: 200)
    try await world.ledger.submit(
      .credit(Credit(unit: "credits", amount: 8, expiresAt: end, details: details)), "lot")
    world.ledger.clock.advance(bySeconds: 100)
    let cut = world.ledger.clock.now
    // The reservation is closed and the lot has lapsed before anything is archived.
    try await world.ledger.submit(.settle(Settle(reservation: .key("w"), amount: 6)), "s")
    world.ledger.clock.advance(bySeconds: 200)
    _ = try await world.store.sweep("acme")
    let before = try await world.store.ledger(of: "credits", Self.ada, .cursor(nil, limit: 2))
    #expect(before.entries.allSatisfy { $0.description?.string == "a picture" })
    _ = try await world.database.archive(before: cut, to: world.folder)
    let after = try await world.store.ledger(of: "credits", Self.ada, .cursor(nil, limit: 2))
    #expect(after.entries == before.entries)
    world.ledger.clock.advance(bySeconds: 100)
    _ = try await world.database.archive(before: world.ledger.clock.now, to: world.folder)
    #expect(
      try await world.store.ledger(of: "credits", Self.ada, .cursor(nil, limit: 2)).entries == [])
    try await world.database.expectAuditsEmpty()
    try await world.store.expectSound("acme", with: world.folder)
    await world.store.close()
  }

  @Test("a lot that was spent when it was archived comes back by a reversal, and stays then")
  func lotComesBack() async throws {
    let world = try await World()
    _ = try await world.archive()
    guard case .debit(let debit) = world.results[3].outcome else { return }
    _ = try await world.ledger.submit(.reverse(Reverse(entry: debit.entryId)), "back")
    let lots = try await world.store.lots(of: "credits", Self.ada)
    #expect(lots.contains { $0.amount == 20 && $0.remaining == 20 })
    world.ledger.clock.advance(bySeconds: 60)
    _ = try await world.database.archive(before: world.ledger.clock.now, to: world.folder)
    try await world.database.expectAuditsEmpty()
    try await world.store.expectSound("acme", with: world.folder)
    await world.store.close()
  }

  /// The second is an erasure that has come no further than to record itself.
  @Test(
    "an erased account leaves no text in a file, nor does one that is being erased",
    arguments: [false, true])
  func erased(isGoingOn: Bool) async throws {
    let world = try await World()
    if isGoingOn {
      try await world.database.rows(
        """
        INSERT INTO holdfast.erasure (slot, account_id)
          SELECT slot, account_id FROM holdfast.account WHERE name = 'ada';
        UPDATE holdfast.account SET name = '' WHERE name = 'ada';
        UPDATE holdfast.definition_revision SET revision = revision + 1
        """)
    } else {
      _ = try await Eraser(Self.ada).run(on: world.database.options)
    }
    _ = try await world.archive()
    let text = try world.folder.text(of: #require(try world.folder.files.first))
    #expect(!text.contains("a picture") && !text.contains("\"ada\""))
    #expect(text.contains("\"bob\""))
    for (command, first) in zip(world.commands, world.results) {
      #expect(try await world.store.submit(command).outcome == first.outcome)
    }
    try await world.store.expectSound("acme", with: world.folder)
    await world.store.close()
  }
}
