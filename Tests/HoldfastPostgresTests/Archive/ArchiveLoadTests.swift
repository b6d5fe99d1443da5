import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization
import Testing

/// Archiving while many work on the same accounts.
@Suite(.serialized) struct ArchiveLoadTests {
  private static let callers = 24
  private static let rounds = 60
  private static let accounts = 5

  private static func commands(of caller: Int, _ round: Int) -> [Command] {
    let account = AccountName("account-\((caller + round) % accounts)")
    let key = "\(caller)-\(round)"
    func command(_ action: Command.Action, _ suffix: String) -> Command {
      Command(
        tenant: "acme", account: account, key: IdempotencyKey("\(key)-\(suffix)"), action: action)
    }
    return [
      command(.credit(Credit(unit: "credits", amount: 9)), "credit"),
      command(.reserve(Reserve(unit: "credits", amount: 5)), "reserve"),
      command(
        .settle(Settle(reservation: .key(IdempotencyKey("\(key)-reserve")), amount: 4)), "settle"),
      command(.debit(Debit(unit: "credits", amount: 2)), "debit"),
    ]
  }

  @Test(
    "archiving goes on under load, and each command has its effect once, also when asked again",
    .timeLimit(.minutes(10)))
  func underLoad() async throws {
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: 5))
    let folder = try TestFolder()
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 3
    configuration.patienceSeconds = 60
    let store = try await PostgresStore(configuration)
    let work = Work()
    let archived = Task { try await work.archive(database, to: folder) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<Self.callers {
        group.addTask {
          for round in 0..<Self.rounds {
            for command in Self.commands(of: caller, round) {
              let result = try await store.submit(command)
              #expect(!result.duplicate)
              work.note(result, of: command)
            }
            // What was done a while ago may be archived by now.
            guard round >= 10 else { continue }
            for command in Self.commands(of: caller, round - 10) {
              let again = try await store.submit(command)
              #expect(again.duplicate && again.outcome == work.first(of: command)?.outcome)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    work.end()
    let rows = try await archived.value
    #expect(rows > 0, "something was archived meanwhile")
    let count = Self.callers * Self.rounds
    var posted: Amount = 0
    for account in 0..<Self.accounts {
      let address = AccountAddress(tenant: "acme", account: AccountName("account-\(account)"))
      posted = posted + (try await store.balance(of: "credits", address).posted)
    }
    #expect(posted == Amount(Int64(count) * 3))
    try await database.expectAuditsEmpty()
    let seen = try await store.expectSound("acme", with: folder)
    #expect(seen.all == count * 4)
    print("archive · under load: \(rows) of \(seen.all) rows archived meanwhile")
    await store.close()
  }

  /// What was answered first, and whether all was asked.
  private final class Work: Sendable {
    private let answers = Mutex<[IdempotencyKey: CommandResult]>([:])
    private let isOver = Atomic<Bool>(false)

    func note(_ result: CommandResult, of command: Command) {
      answers.withLock { $0[command.key ?? ""] = result }
    }

    func first(of command: Command) -> CommandResult? {
      answers.withLock { $0[command.key ?? ""] }
    }

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Archives again and again until the end; answers how many rows.
    func archive(_ database: TestDatabase, to folder: TestFolder) async throws -> Int64 {
      var rows: Int64 = 0
      while !isOver.load(ordering: .relaxed) {
        let report = try await database.archive(
          before: StoreClock.system.now().advanced(byMicroseconds: -50_000), to: folder,
          rowsAtOnce: 300)
        rows += report.rows
      }
      return rows
    }
  }
}
