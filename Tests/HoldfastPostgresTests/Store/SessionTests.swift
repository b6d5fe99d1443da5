import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Commands in a transaction of the caller's.
@Suite struct SessionTests {
  private func world() async throws -> (OwnLedger, LibPQSession) {
    let world = try await OwnLedger()
    try await world.database.rows("CREATE TABLE job (id bigint PRIMARY KEY)")
    return (world, LibPQSession(world.database.options.connectionString))
  }

  private static func insertJob(_ id: Int64) -> SQLStatement {
    SQLStatement("INSERT INTO job (id) VALUES ($1)", [.int8(id)])
  }

  private func command(
    _ action: Command.Action, _ key: IdempotencyKey, account: AccountName = "ada"
  ) -> Command {
    Command(tenant: "acme", account: account, key: key, action: action)
  }

  private func credit(_ amount: Amount) -> Command.Action {
    .credit(Credit(unit: "credits", amount: amount))
  }

  private func posted(_ world: OwnLedger) async throws -> Amount {
    try await world.store.balance(of: "credits", world.ada).posted
  }

  @Test("a commit makes it visible together with the caller's own rows, and not before")
  func committed() async throws {
    let (world, session) = try await world()
    let credited = try await session.transaction { session in
      _ = try await session.run([Self.insertJob(1)])
      let credited = try await world.store.submit(command(credit(5), "a"), in: session)
      #expect(try await posted(world) == 0)
      return credited
    }
    #expect(!credited.ifCommitted.duplicate)
    #expect(try await posted(world) == 5)
    #expect(try await world.database.rows("SELECT id FROM job") == [["1"]])
    var again = try await world.store.submit(command(credit(5), "a"))
    #expect(again.duplicate)
    again.duplicate = false
    #expect(again == credited.ifCommitted)
    #expect(try await world.findings() == [])
    await world.store.close()
  }

  @Test("a rollback leaves nothing, and the same key is judged afresh")
  func rolledBack() async throws {
    let (world, session) = try await world()
    try await session.begin()
    _ = try await session.run([Self.insertJob(1)])
    _ = try await world.store.submit(command(credit(5), "a"), in: session)
    // The account is there for the second command, and must be known to no other transaction.
    _ = try await world.store.submit(command(credit(6), "b"), in: session)
    try await session.rollback()
    #expect(try await posted(world) == 0)
    #expect(try await world.database.rows("SELECT id FROM job") == [])
    #expect(try await world.database.rows("SELECT name FROM holdfast.account") == [])
    let afresh = try await world.store.submit(command(credit(7), "a"))
    #expect(!afresh.duplicate)
    #expect(try await posted(world) == 7)
    #expect(try await world.database.rows("SELECT name FROM holdfast.account") == [["ada"]])
    #expect(try await world.findings() == [])
    await world.store.close()
  }

  @Test("several commands and a group share a transaction, and the feed shows them in order")
  func several() async throws {
    let (world, session) = try await world()
    try await session.transaction { session in
      _ = try await world.store.submit(command(credit(100), "a"), in: session)
      let reserved = try await world.store.submit(
        command(.reserve(Reserve(unit: "credits", amount: 40)), "job-1"), in: session)
      guard case .reservation(let hold) = reserved.ifCommitted.outcome else {
        Issue.record("a reserve is answered as one")
        return
      }
      let group = Group(
        tenant: "acme", key: "done",
        commands: [
          Command(
            tenant: "acme", account: "ada",
            action: .settle(Settle(reservation: .id(hold.reservationId), amount: 30))),
          Command(tenant: "acme", account: "bob", action: credit(1)),
        ])
      let results = try await world.store.submit(group, in: session)
      #expect(results.ifCommitted.count == 2)
      let replay = try await world.store.submit(group, in: session)
      #expect(replay.ifCommitted.map(\.duplicate) == [true, true])
    }
    #expect(try await posted(world) == 70)
    let changes = try await world.store.changes(in: "acme").changes
    let ada = changes.filter { $0.account == "ada" }
    #expect(changes.count == 4)
    #expect(ada.map(\.version) == [1, 2, 3])
    #expect(try await world.findings() == [])
    await world.store.close()
  }

  @Test("a refusal is a ledger error, and the transaction goes on")
  func refused() async throws {
    let (world, session) = try await world()
    try await session.transaction { session in
      let refusal = await #expect(throws: LedgerError.self) {
        try await world.store.submit(
          command(.debit(Debit(unit: "credits", amount: 5)), "a"), in: session)
      }
      #expect(refusal?.code == .insufficientBalance)
      _ = try await session.run([Self.insertJob(1)])
    }
    #expect(try await world.database.rows("SELECT id FROM job") == [["1"]])
    await world.store.close()
  }

  @Test("without an open transaction nothing is done")
  func outOfTransaction() async throws {
    let (world, session) = try await world()
    let error = await #expect(throws: SQLSessionError.self) {
      try await world.store.submit(command(credit(5), "a"), in: session)
    }
    #expect(error?.kind == .outOfTurn)
    let careless = await #expect(throws: LedgerError.self) {
      try await world.store.submit(
        command(credit(5), "a"), in: CarelessSession(database: world.database))
    }
    #expect(careless?.code == .invalidArgument)
    #expect(careless?.field == "session")
    #expect(try await posted(world) == 0)
    await world.store.close()
  }

  @Test("the account stays locked until the caller ends")
  func locked() async throws {
    let (world, session) = try await world()
    try await world.submit(credit(5), "a")
    try await session.begin()
    _ = try await world.store.submit(
      command(.debit(Debit(unit: "credits", amount: 5)), "b"), in: session)
    async let other = world.submit(.debit(Debit(unit: "credits", amount: 5)), "c")
    try await world.whenSomebodyWaitsForALock()
    try await session.rollback()
    #expect(try await other.duplicate == false)
    #expect(try await posted(world) == 0)
    await world.store.close()
  }

  @Test("errors of the session are passed through")
  func passedThrough() async throws {
    let (world, session) = try await world()
    try await session.begin()
    let refusal = await #expect(throws: SQLSessionError.self) {
      try await session.run([SQLStatement("SELECT 1 / 0")])
    }
    #expect(refusal == SQLSessionError(kind: .refused, sqlState: "22012"))
    let failed = await #expect(throws: SQLSessionError.self) {
      try await world.store.submit(command(credit(5), "a"), in: session)
    }
    #expect(failed?.sqlState == "25P02")
    let rolledBack = await #expect(throws: SQLSessionError.self) { try await session.commit() }
    #expect(rolledBack?.kind == .rolledBack)
    session.close()
    let closed = await #expect(throws: SQLSessionError.self) { try await session.begin() }
    #expect(closed?.kind == .closed)
    await world.store.close()
  }

  /// Runs each time in a transaction of its own.
  private struct CarelessSession: SQLSession {
    let database: TestDatabase

    func run(_ statements: [SQLStatement]) async throws -> [SQLRows] {
      let session = LibPQSession(database.options.connectionString)
      return try await session.transaction { try await $0.run(statements) }
    }
  }
}
