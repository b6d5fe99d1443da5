import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A ledger in which two batches meet step by step, each on a connection of its own.
struct BatchWorld: Sendable {
  let database: TestDatabase
  let clock = SimulatedClock()
  let context: StoreContext
  let address = AccountAddress(tenant: "traps", account: "ada")

  typealias Answer = Result<CommandResult, LedgerError>

  /// On a ledger of its own.
  init() async throws {
    try await self.init(TestDatabase.migrated())
  }

  /// On the ledger in the database.
  init(_ database: TestDatabase) async throws {
    self.database = database
    let installation = try await database.with { connection in
      try Installation.usable(
        try Installation.read(.standard, on: connection, deadline: .after(seconds: 60)))
    }
    context = StoreContext(
      queries: Queries(schema: .standard), slotCount: Int(installation.slots),
      hashKey: installation.hashKey, maximumOpenReservations: 10_000, clock: clock.storeClock,
      clockTolerance: 300)
  }

  func id(of account: AccountName) -> AccountID {
    AccountID(tenant: address.tenant, account: account, key: context.hashKey)
  }

  func store() async throws -> PostgresStore {
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 1
    configuration.readers = 1
    configuration.clock = clock.storeClock
    return try await PostgresStore(configuration)
  }

  func credit(_ amount: Amount, to account: AccountName = "ada") -> Command {
    command("credit", .credit(Credit(unit: "credits", amount: amount)), in: account)
  }

  func debit(_ amount: Amount, from account: AccountName, _ key: IdempotencyKey) -> Command {
    command(key, .debit(Debit(unit: "credits", amount: amount)), in: account)
  }

  func reserve(_ amount: Amount, _ key: IdempotencyKey, seconds: Int) -> Command {
    command(key, .reserve(Reserve(unit: "credits", amount: amount, expiresInSeconds: seconds)))
  }

  func settle(_ reservation: IdempotencyKey, _ amount: Amount) -> Command {
    command(
      "settle", .settle(Settle(reservation: .key(reservation), amount: amount, final: true)))
  }

  private func command(
    _ key: IdempotencyKey, _ action: Command.Action, in account: AccountName = "ada"
  ) -> Command {
    Command(tenant: address.tenant, account: account, key: key, action: action)
  }

  /// The sum over the open reservations.
  func held() async throws -> String? {
    try await database.rows("SELECT sum(remaining) FROM holdfast.hold")[0][0]
  }

  /// Stops a batch of one command before its COMMIT, lets one of the other run until it waits for the
  /// first, then commits and lets the other go on. A batch that is told that it was raced is begun
  /// again, as a lane does.
  func race(
    _ first: Command, with second: Command
  ) async throws -> (winner: Answer, loser: Answer, wasRaced: Bool) {
    let (winning, losing) = (try work(first), try work(second))
    return try await database.with { [database, context] connection in
      var batch = Batch([winning], context)
      let commit = try BatchWorld.runUntilCommit(&batch, on: connection)
      let contender = try Contender(database, against: connection) { other in
        try BatchWorld.run([losing], context, on: other)
      }
      let end = try connection.run([commit.statement], deadline: .after(seconds: 60))
      guard case .finished(let results) = try batch.take(commit.replies + end) else {
        throw Unexpected()
      }
      let loser = try contender.value()
      return (try BatchWorld.answer(results), try BatchWorld.answer(loser.results), loser.wasRaced)
    }
  }

  /// Applies commands, none of which may be refused, in one transaction.
  func submit(_ commands: [Command], on connection: PostgresConnection) throws {
    let pieces = try commands.map { try work($0) }
    for result in try BatchWorld.run(pieces, context, on: connection).results {
      guard case .command(let answer) = result else { throw Unexpected() }
      _ = try answer.get()
    }
  }

  private func work(_ command: Command) throws -> Work {
    let preparation = Preparation(
      hashKey: context.hashKey, makeKey: { "-" }, locate: { _ in .failure(.init(.cancelled, "-")) })
    return .command(try preparation.prepare(command))
  }

  private static func runUntilCommit(
    _ batch: inout Batch, on connection: PostgresConnection
  ) throws -> (statement: Statement, replies: [Rows]) {
    var statements = batch.begin()
    while true {
      let replies = try connection.run(statements, deadline: .after(seconds: 60))
      switch try batch.take(replies) {
      case .finished: throw Unexpected()
      case .send(let next, commits: false): statements = next
      case .send(let next, commits: true):
        guard let commit = next.last else { throw Unexpected() }
        return (commit, try connection.run(next.dropLast(), deadline: .after(seconds: 60)))
      }
    }
  }

  private static func run(
    _ work: [Work], _ context: StoreContext, on connection: PostgresConnection
  ) throws -> (results: [WorkResult], wasRaced: Bool) {
    var wasRaced = false
    while true {
      do {
        var batch = Batch(work, context)
        var statements = batch.begin()
        while true {
          let replies = try connection.run(statements, deadline: .after(seconds: 60))
          switch try batch.take(replies) {
          case .finished(let results): return (results, wasRaced)
          case .send(let next, commits: _): statements = next
          }
        }
      } catch BatchFailure.raced {
        wasRaced = true
      } catch let error as PostgresError where error.sqlState == .uniqueViolation {
        wasRaced = true
      }
      try connection.rollback(deadline: .after(seconds: 60))
    }
  }

  private static func answer(_ results: [WorkResult]) throws -> Answer {
    guard case .command(let answer) = results[0] else { throw Unexpected() }
    return answer
  }

  private struct Unexpected: Error {}
}
