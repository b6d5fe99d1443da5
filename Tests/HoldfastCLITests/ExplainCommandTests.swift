import Foundation
import HoldfastReports
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

@Suite struct ExplainCommandTests {
  private static let story = "Tests/Scenarios/where-did-40-credits-go.jsonl"
  private static let ada = ["--tenant", "acme/production", "--account", "ada"]

  private func run(
    _ options: [String], scenario: String = story
  ) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let path = Package.root.appending(path: scenario).path(percentEncoded: false)
    let code = await ExplainCommand.run(
      options + ["--scenario", path], output: written.output)
    return (code, written.lines)
  }

  @Test(arguments: [
    ["--tenant", "acme/production"],
    ["--account", "ada"],
    ada + ["--unknown", "1"],
    ada + ["stray"],
    ada + ["--unit"],
    ada + ["--unit="],
    ada + ada,
    ada + ["--last", "yesterday"],
    ada + ["--at", "yesterday"],
    ada + ["--at", "2027-01-01T00:00:00Z"],
    ada + ["--limit", "0"],
    ada + ["--limit", "many"],
    ada + ["--limit", "10001"],
    ada + ["--entry", "$nothing.entryId"],
    ada + ["--key", "req-81", "--last", "24h"],
  ])
  func `bad usage ends with 2 and says why`(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast explain: ") == true)
  }

  @Test func `a file that cannot be read ends with 2`() async {
    let (code, lines) = await run(
      ExplainCommandTests.ada, scenario: "Tests/Scenarios/no-such-file.jsonl")
    #expect(code == .usage)
    #expect(lines.first?.hasSuffix("cannot be read") == true)
  }

  @Test(arguments: [
    ["--tenant", "acme/production", "--account", "nobody"],
    ["--tenant", "acme/sandbox", "--account", "ada"],
    ada + ["--unit", "tokens"],
    ada + ["--entry", "ent_nonsense"],
    ada + ["--reservation", "res_nonsense"],
    ada + ["--key", "req-80"],
    ada + ["--unit", "tokens", "--key", "req-81"],
    ["--tenant", "acme/production", "--account", "bob", "--reservation", "$clip.reservationId"],
  ])
  func `what is not there ends with 1`(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .checkFailed)
    #expect(!lines.isEmpty)
  }

  @Test func `help ends with 0`() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("examples:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test(arguments: [
    (LedgerError.Code.unavailable, ExitCode.storeUnreachable),
    (.overloaded, .storeUnreachable), (.deadlineExceeded, .storeUnreachable),
    (.invalidArgument, .usage), (.entryNotFound, .checkFailed),
    (.reservationNotFound, .checkFailed),
  ])
  func `a store that refuses decides the status`(code: LedgerError.Code, status: ExitCode) {
    #expect(ExitCode(LedgerError(code, "refused")) == status)
  }

  @Test func `the same question in JSON has the same figures`() async throws {
    let (code, lines) = await run(ExplainCommandTests.ada + ["--last", "24h", "--json"])
    #expect(code == .ok)
    let value = try JSONValue.parse(try #require(lines.first).utf8)
    guard case .object(let object) = value, case .array(let balances)? = object["balances"],
      case .object(let balance)? = balances.first, case .array(let posted)? = balance["posted"],
      case .object(let before)? = balance["before"], case .object(let after)? = balance["after"]
    else {
      Issue.record("the shape is not what it was: \(value.text)")
      return
    }
    #expect(lines.count == 1)
    let parts = posted.map { part -> Int64 in
      guard case .object(let part) = part, case .integer(let amount)? = part["amount"] else {
        return 0
      }
      return amount
    }
    #expect(parts == [-18, -12])
    #expect(before["posted"] == .integer(100))
    #expect(after["posted"] == .integer(70))
    #expect(after["available"] == .integer(60))
  }

  @Test func `what callers wrote cannot forge a line`() {
    #expect("a\u{1b}[2Jb\nc\u{202e}d".printable == "a\\u{1b}[2Jb\\u{a}c\\u{202e}d")
    #expect("Zoë, 東京 🙂".printable == "Zoë, 東京 🙂")
  }

  @Test func `lines break between words, and within a word that is too long`() {
    #expect(Columns.wrap("one two three", 7) == ["one two", "three"])
    #expect(Columns.wrap("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"])
    #expect(Columns.wrap("", 4) == [""])
  }

  /// Every account of every scenario: nothing in the rules has words that do not fit.
  @Test(arguments: Package.files("Tests/Scenarios", ".jsonl"))
  func `every account of a scenario is explained within 100 columns`(file: String) async throws {
    let data = try Data(contentsOf: Package.root.appending(path: file))
    let aftermath = await ReplayRunner.inMemory.run(
      try ReplayFile(name: file, text: Array(data))
    ) { _ in }
    let store = try #require(aftermath.world.store as? InMemoryStore)
    for tenant in store.storedTenants() {
      for account in store.accounts(of: tenant) {
        let address = AccountAddress(tenant: tenant, account: account.name)
        try await check(ExplainQuery(account: address), store)
        try await check(ExplainQuery(account: address, subject: .last(seconds: 86_400)), store)
        for balance in try await store.explain(ExplainQuery(account: address)).balances {
          for step in balance.steps {
            try await check(
              ExplainQuery(account: address, subject: .entry(step.entryId)), store)
            guard step.event == "reserve", let hold = step.hold else { continue }
            try await check(
              ExplainQuery(account: address, subject: .reservation(hold.reservationId)), store)
          }
        }
      }
    }
  }

  private func check(_ query: ExplainQuery, _ store: InMemoryStore) async throws {
    let explanation = try await store.explain(query)
    for line in ExplanationText(explanation).lines {
      #expect(line.count <= Columns.width, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(line)")
    }
    let json = JSONValue(explanation).text
    #expect(try JSONValue.parse(json.utf8) == JSONValue(explanation))
  }
}
