import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

/// `--store` and `--schema` of the commands that take them.
@Suite(.serialized) struct StoreOptionTests {
  typealias Run = @Sendable ([String], CommandOutput) async -> ExitCode

  struct Command: Sendable, CustomTestStringConvertible {
    let name: String
    /// What it needs besides.
    let options: [String]
    let run: Run

    var testDescription: String { name }

    func run(_ more: [String]) async -> (code: ExitCode, lines: [String]) {
      let written = Transcript.Written()
      let code = await run(options + more, written.output)
      return (code, written.lines)
    }
  }

  static let replay = Command(
    name: "replay",
    options: [
      Package.root.appending(path: "Tests/Scenarios/where-did-40-credits-go.jsonl").path(
        percentEncoded: false)
    ], run: { await ReplayCommand.run($0, output: $1) })
  static let demo = Command(
    name: "demo", options: ["--users", "20", "--json"],
    run: { await DemoCommand.run($0, output: $1) })
  static let check = Command(
    name: "check", options: ["--all"], run: { await CheckCommand.run($0, output: $1) })
  static let explain = Command(
    name: "explain", options: ["--tenant", "acme", "--account", "ada"],
    run: { await ExplainCommand.run($0, output: $1) })
  static let commands = [replay, demo, check, explain]

  /// A database in which a ledger was made, in the schema `credits`.
  private static let database = Task {
    let url = try await emptyDatabase()
    let written = Transcript.Written()
    let code = await MigrateCommand.run(
      ["--store", url, "--schema", "credits"], output: written.output)
    #expect(code == .ok)
    return url
  }

  private static func emptyDatabase() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let server = try ThrowAwayPostgres.shared()
            return server.connectionString(database: try server.createDatabase(for: "cli"))
          })
      }
    }
  }

  @Test(arguments: commands)
  func `a store that is no store, and a schema that is none, end with 2`(command: Command) async {
    for options in [
      ["--store", "disk"], ["--store"], ["--schema", "credits"],
      ["--store", "memory", "--schema=x"],
      ["--store", "postgres://x", "--schema", "pg_catalog"],
      ["--store", "postgres://x?nosuchoption=1"],
    ] {
      let (code, lines) = await command.run(options)
      #expect(code == .usage, "\(options)")
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("! holdfast \(command.name): ") == true)
    }
  }

  @Test(arguments: commands)
  func `a store that cannot be reached ends with 4, and its password is not shown`(
    command: Command
  ) async {
    let (code, lines) = await command.run(
      ["--store", "host=127.0.0.1 port=1 password=hunter2 connect_timeout=2"])
    #expect(code == .storeUnreachable)
    #expect(
      lines == [
        "! holdfast \(command.name): unavailable: the database cannot do it now"
          + " (connect_unreachable)"
      ])
  }

  @Test(arguments: commands)
  func `a database without the schema ends with 1 and says so`(command: Command) async throws {
    let (code, lines) = await command.run(["--store", try await Self.database.value])
    #expect(code == .checkFailed)
    #expect(lines.first?.hasPrefix("! holdfast \(command.name): schema_mismatch: ") == true)
  }

  @Test(arguments: commands)
  func `help has both options, examples, and fits a terminal`(command: Command) async {
    let (code, lines) = await command.run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("--store postgres://") })
    #expect(lines.contains { $0.contains("--schema NAME") })
    #expect(lines.contains { $0.contains("4 store unreachable") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test func `what is replayed and simulated in a database is there to be checked and explained`()
    async throws
  {
    let store = ["--store", try await Self.database.value, "--schema", "credits"]
    for _ in 0..<2 {
      let replayed = await Self.replay.run(store + ["--quiet"])
      #expect(replayed.code == .ok)
      #expect(replayed.lines.last?.hasSuffix(" passed, 0 failed") == true)
    }
    let day = await Self.demo.run(store)
    #expect(day.code == .ok, "\(day.lines.map { $0.suffix(500) })")
    let figures = try JSONValue.parse(Array(day.lines.joined(separator: "\n").utf8))
    guard case .object(let object) = figures, case .object(let run)? = object["run"],
      case .string(let tenant)? = run["tenant"], case .string("PostgreSQL")? = run["store"]
    else {
      Issue.record("\(day.lines)")
      return
    }
    #expect(tenant.hasPrefix("demo-"))

    let all = await Self.check.run(store)
    #expect(all.code == .ok)
    // Both replays and the day, each in a tenant of its own.
    #expect(all.lines.count == 3)
    #expect(all.lines.allSatisfy { $0.hasSuffix(" 0 violations") })
    #expect(all.lines.contains { $0.hasPrefix("\(tenant): ") })
    let replayed = try #require(all.lines.first { $0.hasPrefix("replay-") })
    let name = try #require(replayed.split(separator: ":").first)
    #expect(name.hasSuffix("/acme/production"))

    // Of an instant within the story, so that the clock of the database says nothing.
    let query = ["--account", "ada", "--at", "2026-12-01T12:00:00Z", "--tenant"]
    let explained = Transcript.Written()
    let code = await ExplainCommand.run(
      query + [String(name)] + store, output: explained.output)
    let inMemory = Transcript.Written()
    _ = await ExplainCommand.run(
      query + ["acme/production", "--scenario"] + Self.replay.options, output: inMemory.output)
    #expect(code == .ok)
    #expect(explained.lines.count > 3)
    #expect(
      explained.lines.map { $0.replacing(name, with: "acme/production") } == inMemory.lines)
  }

  @Test(arguments: [check, explain])
  func `a scenario and a database exclude each other`(command: Command) async {
    let (code, lines) = await command.run(
      ["--store", "postgres://x", "--scenario"] + Self.replay.options)
    #expect(code == .usage)
    #expect(lines.first?.contains("a scenario runs in memory") == true)
  }
}
