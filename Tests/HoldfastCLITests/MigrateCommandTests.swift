import Foundation
import HoldfastTesting
import Testing

@testable import HoldfastCLI

@Suite("holdfast migrate")
struct MigrateCommandTests {
  private func run(_ options: String...) async -> (code: ExitCode, lines: [String]) {
    await run(options)
  }

  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await MigrateCommand.run(options, output: written.output)
    return (code, written.lines)
  }

  /// Where an empty database is, and a way to ask it by psql.
  private func database() async throws -> (
    url: String, sql: @Sendable (String) async throws -> String
  ) {
    let (server, name) = try await onThread {
      let server = try ThrowAwayPostgres.shared()
      return (server, try server.createDatabase(for: "migrate"))
    }
    return (
      server.connectionString(database: name),
      { text in try await onThread { try server.sql(text, database: name) } }
    )
  }

  @Test(
    "bad usage ends with 2 and says why",
    arguments: [
      [], ["--store"], ["--store", "memory"], ["--store", "postgres://x", "--store=y=z"],
      ["--store", "postgres://x", "--slots", "0"], ["--store", "postgres://x", "--slots", "65"],
      ["--store", "postgres://x", "--schema", "pg_catalog"],
      ["--store", "postgres://x", "--schema", String(repeating: "s", count: 64)],
      ["--store", "postgres://x", "--reader", "a\nb"],
      ["--store", "postgres://x", "--lock-timeout", "5"],
      ["--store", "postgres://x", "--lock-timeout", "0s"],
      ["--store", "postgres://x", "--lock-timeout", "-1s"],
      ["--store", "postgres://x", "--lock-timeout", "1h"],
      ["--store", "postgres://x", "--force"], ["--store", "postgres://x", "more"],
      ["--store", "nosuchoption=1"], ["--store", "postgres://x?nosuchoption=1"],
    ])
  func usage(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast migrate: ") == true)
  }

  @Test("help ends with 0 and fits a terminal")
  func help() async {
    let (code, lines) = await run("--help")
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("examples:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test("a server that is not there ends with 4")
  func unreachable() async {
    let folder = FileManager.default.temporaryDirectory.path + "/holdfast-none"
    let (code, lines) = await run("--store", "host=\(folder)")
    #expect(code == .storeUnreachable)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("unreachable") == true)
  }

  @Test("a dry run prints SQL and writes nothing; the migration says what it did, once")
  func migrates() async throws {
    let (url, sql) = try await database()
    let plan = await run("--store", url, "--schema", "credits", "--slots", "3", "--dry-run")
    #expect(plan.code == .ok)
    #expect(plan.lines.first == "-- schema credits: version 0 to 5, 3 slots")
    #expect(plan.lines.contains { $0.contains(#"CREATE TABLE "credits".journal ("#) })
    #expect(try await sql("SELECT to_regnamespace('credits') IS NULL") == "t\n")

    let made = await run("--store", url, "--schema", "credits", "--slots", "3")
    #expect(made.code == .ok)
    #expect(
      made.lines == [
        "schema credits: version 0 to 5, 3 slots", "  applied 1 ledger", "  applied 2 archive",
        "  applied 3 statistics", "  applied 4 feed", "  applied 5 repayments",
      ])
    #expect(try await sql("SELECT count(*) FROM credits.slot") == "3\n")

    let again = await run("--store=\(url)", "--schema=credits", "--lock-timeout=500ms")
    #expect(again.code == .ok)
    #expect(again.lines == ["schema credits: version 5, 3 slots, nothing to migrate"])
  }

  @Test("the JSON object says the same")
  func json() async throws {
    let (url, _) = try await database()
    let (code, lines) = await run("--store", url, "--json")
    #expect(code == .ok)
    let line = try #require(lines.first)
    #expect(lines.count == 1)
    #expect(
      line.hasPrefix(#"{"schema":"holdfast","dryRun":false,"before":0,"after":5,"slots":8,"#))
    #expect(line.contains(#""migrations":[{"number":1,"name":"ledger","checksum":""#))
    #expect(line.hasSuffix(#""grants":[],"statements":[]}"#))
  }

  @Test("a refusal ends with 1 and says why")
  func refusals() async throws {
    let (url, sql) = try await database()
    #expect(await run("--store", url).code == .ok)
    let slots = await run("--store", url, "--slots", "9")
    #expect(slots.code == .checkFailed)
    #expect(
      slots.lines == ["! holdfast migrate: the schema has 8 slots for good; 9 were asked for"])
    let role = await run("--store", url, "--application", "nobody at all")
    #expect(role.code == .checkFailed)
    #expect(role.lines == [#"! holdfast migrate: there is no role "nobody at all""#])
    _ = try await sql("UPDATE holdfast.migration SET checksum = repeat('0', 32)")
    let changed = await run("--store", url)
    #expect(changed.code == .checkFailed)
    #expect(changed.lines.first?.contains("checksum") == true)
  }

  @Test("roles get what they are named for")
  func roles() async throws {
    let (url, sql) = try await database()
    let suffix = UUID().uuidString
    _ = try await sql(#"CREATE ROLE "app \#(suffix)"; CREATE ROLE "read \#(suffix)""#)
    let (code, lines) = await run(
      "--store", url, "--application", "app \(suffix)", "--reader", "read \(suffix)")
    #expect(code == .ok)
    #expect(
      lines.suffix(2) == [
        "  granted application to app \(suffix)", "  granted reader to read \(suffix)",
      ])
    let privileges = try await sql(
      """
      SELECT
        has_table_privilege('app \(suffix)', 'holdfast.journal', 'INSERT'),
        has_table_privilege('app \(suffix)', 'holdfast.journal', 'UPDATE'),
        has_table_privilege('read \(suffix)', 'holdfast.journal', 'SELECT'),
        has_table_privilege('read \(suffix)', 'holdfast.journal', 'INSERT')
      """)
    #expect(privileges == "t|f|t|f\n")
  }
}

/// Runs what blocks on a thread of its own.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
