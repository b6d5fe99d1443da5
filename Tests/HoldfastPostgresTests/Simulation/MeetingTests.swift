import Holdfast
import HoldfastPostgres
import HoldfastSimulation
import HoldfastTesting
import Testing

/// That transactions that meet in the simulated database get what they get from PostgreSQL.
@Suite(.serialized)
struct MeetingTests {
  struct Meeting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var before: [Command] = []
    let first: Command
    let second: Command
  }

  private static func command(
    _ key: IdempotencyKey, in account: AccountName = "ada", _ action: Command.Action
  ) -> Command {
    Command(tenant: "meeting", account: account, key: key, action: action)
  }

  private static func credit(
    _ key: IdempotencyKey, in account: AccountName = "ada", unit: UnitName = "credits"
  ) -> Command {
    command(key, in: account, .credit(Credit(unit: unit, amount: 10)))
  }

  private static func settle(_ key: IdempotencyKey) -> Command {
    command(key, .settle(Settle(reservation: .key("hold"), amount: 2)))
  }

  static let meetings = [
    Meeting(
      testDescription: "both credit one balance", before: [credit("before")],
      first: credit("first"), second: credit("second")),
    Meeting(
      testDescription: "both bring the same key", before: [credit("before")],
      first: credit("same"), second: credit("same")),
    Meeting(
      testDescription: "both open one account", first: credit("first"), second: credit("second")),
    Meeting(
      testDescription: "the first opens a unit that the second needs", before: [credit("before")],
      first: credit("first", unit: "tokens"), second: credit("second", unit: "tokens")),
    Meeting(
      testDescription: "both close one reservation",
      before: [
        credit("before"), command("hold", .reserve(Reserve(unit: "credits", amount: 5))),
      ], first: settle("first"), second: settle("second")),
    Meeting(
      testDescription: "a transfer meets the opening of its target",
      before: [credit("before")],
      first: command(
        "transfer", .transfer(Transfer(unit: "credits", to: "bob", amount: 1))),
      second: credit("second", in: "bob")),
  ]

  @Test(
    "who waits, and what comes of it, is the same", arguments: meetings, [true, false])
  func meet(_ meeting: Meeting, commits: Bool) async throws {
    let world = try await BatchWorld()
    let recorded = try await world.database.with { connection in
      var recording = Recording(context: world.context)
      for command in meeting.before { try recording.finish(command, on: connection) }
      try recording.runUntilCommit(meeting.first, on: connection)
      let contender = try Contender(world.database, against: connection) { [recording] other in
        var recording = recording
        recording.exchanges = []
        try recording.runUntilCommit(meeting.second, on: other)
        return recording.exchanges
      }
      let end = Statement(commits ? TransactionQueries.commit : .rollback)
      _ = try connection.run([end], deadline: .after(seconds: 60))
      return (before: recording.exchanges, second: try contender.value(), end: end)
    }
    let twin = SimulatedTwin()
    let (first, second) = (twin.connect(), twin.connect())
    for exchange in recorded.before {
      let answer = twin.send(exchange.statements, in: first)
      exchange.expectSame(answer)
    }
    var waits = 0
    for exchange in recorded.second {
      var answer = twin.send(exchange.statements, in: second)
      if answer == nil {
        waits += 1
        _ = twin.send([recorded.end], in: first)
        answer = twin.answer(in: second)
      }
      exchange.expectSame(answer)
    }
    #expect(waits == 1, "the second waits for the first, once")
  }
}

/// What was sent together, and what PostgreSQL answered.
struct RecordedExchange: Sendable {
  let statements: [Statement]
  let outcome: Result<[Rows], PostgresError>

  func expectSame(_ answer: Result<[Rows], PostgresError>?) {
    switch (outcome, answer) {
    case (.success(let real), .success(let simulated)):
      for (index, statement) in statements.enumerated() {
        let name = statement.query.name
        #expect(
          ComparedAnswer(name, real[index]) == ComparedAnswer(name, simulated[index]), "\(name)")
      }
    case (.failure(let real), .failure(let simulated)): #expect(real == simulated)
    default: Issue.record("\(outcome) and \(String(describing: answer))")
    }
  }
}

/// Runs batches on PostgreSQL and keeps what was said.
struct Recording: Sendable {
  let context: StoreContext
  var exchanges: [RecordedExchange] = []

  mutating func finish(_ command: Command, on connection: PostgresConnection) throws {
    try runUntilCommit(command, on: connection)
    _ = send([Statement(TransactionQueries.commit)], on: connection)
  }

  /// Until everything is written, or something is refused.
  mutating func runUntilCommit(_ command: Command, on connection: PostgresConnection) throws {
    let preparation = Preparation(
      hashKey: context.hashKey, makeKey: { "-" }, locate: { _ in .failure(.init(.cancelled, "-")) })
    var batch = Batch([.command(try preparation.prepare(command))], context)
    var statements = batch.begin()
    while true {
      guard case .success(let replies) = send(statements, on: connection) else { return }
      do {
        switch try batch.take(replies) {
        case .finished: return
        case .send(let next, commits: false): statements = next
        case .send(let next, commits: true):
          _ = send(Array(next.dropLast()), on: connection)
          return
        }
      } catch BatchFailure.raced {
        return
      }
    }
  }

  private mutating func send(
    _ statements: [Statement], on connection: PostgresConnection
  ) -> Result<[Rows], PostgresError> {
    let outcome: Result<[Rows], PostgresError>
    do throws(PostgresError) {
      outcome = .success(try connection.run(statements, deadline: .after(seconds: 60)))
    } catch {
      outcome = .failure(error)
    }
    exchanges.append(RecordedExchange(statements: statements, outcome: outcome))
    return outcome
  }
}
