import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

@Suite(.serialized) struct AdapterRaceTests {
  private static let database = Task { try await StressDatabase.make() }

  private func path(_ name: String) -> String {
    Package.root.appending(path: "Benchmarks/Adapters/adapter-\(name).sql").path(
      percentEncoded: false)
  }

  private func race(_ adapter: String, _ more: [String]) async throws -> (
    code: ExitCode, lines: [String]
  ) {
    let database = try await Self.database.value
    let result = try await StressDatabase.stress(
      ["--store", database.url, "--adapter", adapter, "--json"] + more)
    let left = try await database.schemas()
    #expect(!left.contains { $0.hasPrefix("adapter_") }, "what was set up is removed")
    return result
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let adapter: String
    let shape: RaceShape
    /// One of these is broken.
    let rules: Set<String>

    var testDescription: String { "\(adapter), raced as \(shape.rawValue)" }
  }

  static let mistakes = [
    Mistake(adapter: "naive", shape: .hot, rules: ["I1", "I3"]),
    Mistake(adapter: "newest-row", shape: .hot, rules: ["I1", "I3"]),
    Mistake(adapter: "check-outside", shape: .exhaustion, rules: ["I2"]),
    Mistake(adapter: "key-after", shape: .retryStorm, rules: ["I5"]),
    Mistake(adapter: "expiry-twice", shape: .expiryStorm, rules: ["I2", "I3"]),
  ]

  @Test(arguments: mistakes)
  func `a classic mistake is convicted within seconds`(mistake: Mistake) async throws {
    // What lapses twice needs the time to lapse.
    let seconds = mistake.shape == .expiryStorm ? 6 : 2
    let (code, lines) = try await race(
      path(mistake.adapter), ["--shape", mistake.shape.rawValue, "--seconds", "\(seconds)"])
    #expect(code == .checkFailed)
    let report = try StressJSON(lines)
    guard case .array(let violations)? = report["check"]?["violations"] else {
      Issue.record("\(lines)")
      return
    }
    let rules = violations.compactMap { violation -> String? in
      if case .string(let rule)? = violation["rule"] { rule } else { nil }
    }
    #expect(!mistake.rules.isDisjoint(with: rules), "\(rules)")
    // The history stays for whoever wants to look.
    let said = try #require(lines.first { $0.hasPrefix("! holdfast stress: the history is in ") })
    let file = String(said.split(separator: " ").last ?? "")
    #expect(try RaceHistory(paths: [file]).header.target == .adapter)
    try FileManager.default.removeItem(atPath: file)
  }

  @Test(arguments: RaceShape.allCases.filter { !$0.needsLedger })
  func `a function that locks first is sound in every shape`(shape: RaceShape) async throws {
    let (code, lines) = try await race(
      path("function"), ["--shape", shape.rawValue, "--seconds", "2"])
    #expect(code == .ok, "\(lines.suffix(3))")
    let report = try StressJSON(lines)
    #expect((report["calls"]?["applied"]?.integer ?? 0) > 100)
  }

  private func adapter(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "holdfast-adapter-\(UUID().uuidString).sql"
    ).path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  static let wrong = [
    ("SELECT 1", "it has no section `-- name: reserve`"),
    ("-- name: resrve\nSELECT 1", "there is no section `resrve`"),
    ("-- name: reserve\n;", "the section `reserve` has no statement"),
    ("-- name: reserve\nSELECT 1\n-- name: reserve\nSELECT 1", "is there twice"),
    ("-- name: reserve\nSELECT 1", "also needs the sections `balance`, `credit`"),
    (sections(credit: "SELEKT 1"), "statement 1 of `credit`: SQLSTATE 42601"),
    (sections(credit: "SELECT :amuont"), "names :amuont, which nothing gives"),
    ("-- name: setup\nSELECT nothing\n" + sections(), "the section `setup` failed"),
  ]

  private static func sections(credit: String = "SELECT 1") -> String {
    "-- name: credit\n\(credit)\n"
      + ["reserve", "settle", "release", "balance"].map { "-- name: \($0)\nSELECT 1\n" }.joined()
  }

  @Test(arguments: wrong)
  func `an adapter that cannot be used ends with 2 and says why`(
    text: String, why: String
  ) async throws {
    let path = try adapter(text)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (code, lines) = try await race(path, ["--shape", "hot", "--seconds", "1"])
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(why) == true, "\(lines)")
  }

  @Test func `what has the name of an adapter's schema already stays as it is`() async throws {
    let database = try await Self.database.value
    _ = try await database.sql(
      "CREATE SCHEMA adapter_function; CREATE TABLE adapter_function.wallet (mine int)")
    let (code, lines) = try await StressDatabase.stress([
      "--store", database.url, "--adapter", path("function"), "--shape", "hot",
    ])
    #expect(code == .usage)
    #expect(lines.first?.contains("the section `setup` failed") == true)
    #expect(try await database.sql("SELECT count(mine) FROM adapter_function.wallet") == "0")
    _ = try await database.sql("DROP SCHEMA adapter_function CASCADE")
  }

  @Test func `a statement is taken apart at its semicolons, and names are found outside quotes`() {
    let statements = AdapterStatement.statements(
      """
      SELECT ':not', ":not;" /* :not */ , :one::text; -- :not;
      DO $x$ :not; $x$; ; UPDATE t SET a = $1 || :two_2
      """)
    #expect(statements.count == 3)
    let values: [String: AdapterStatement.Value] = ["one": .text("it's"), "two_2": .number("-5")]
    let texts = statements.map { try? $0.filled(values).get() }
    #expect(texts[0]?.contains("'it''s'::text") == true)
    #expect(texts[0]?.contains("':not', \":not;\"") == true)
    #expect(texts[1]?.contains("DO $x$ :not; $x$") == true)
    #expect(texts[2]?.hasSuffix("$1 || (-5)") == true)
  }
}
