import Foundation
import HoldfastPostgres
import Testing

/// What every statement keeps to, so that it runs on one node of a cluster, behind a pooler and under
/// a role of few rights.
@Suite("Statements")
struct StatementTests {
  private static let database = Task { try await TestDatabase.migrated() }

  private func names(_ query: String) async throws -> Set<String> {
    Set(try await Self.database.value.rows(query).compactMap { $0[0] })
  }

  @Test("the list of statements is complete, and no two have the same name")
  func complete() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/HoldfastPostgres").standardized
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var written: [String: Int] = [:]
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let room = String(file.split(separator: "/")[0])
      written[room, default: 0] += text.matches(of: /Query\(\s*\n?\s*"/).count
    }
    #expect(written["Statements"] == SentQueries.all.count)
    #expect(written["Wire"] == 1, "ROLLBACK")
    // Those of the schema and of erasing are its owner's; those of sessions are the caller's.
    let others = written.filter { $0.value > 0 }.keys.filter {
      !["Statements", "Wire", "Schema", "Retention", "Sessions"].contains($0)
    }
    #expect(others == [], "statements belong to Statements")
    #expect(Set(SentQueries.all.map(\.name)).count == SentQueries.all.count)
  }

  @Test("a statement names exactly one slot, as its first parameter, for every table that has it")
  func slots() async throws {
    let tables = try await names(
      """
      SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r' AND attname = 'slot'
      """
    ).subtracting(["slot"])
    #expect(tables.count == 16)
    var seen: Set<String> = []
    for query in SentQueries.all {
      let mentions = Mention.all(in: query.text).filter { tables.contains($0.table) }
      seen.formUnion(mentions.map(\.table))
      guard !mentions.isEmpty else { continue }
      #expect(query.parameterTypes.first == .int2, "\(query.name)")
      var expected: [String: Int] = [:]
      for mention in mentions {
        if mention.isInsert {
          #expect(
            query.text.firstMatch(of: /\(slot,[^)]*\)\s+(SELECT|VALUES \() ?\$1,/) != nil,
            "\(query.name)")
        } else {
          expected[mention.alias.map { "\($0)." } ?? "", default: 0] += 1
        }
      }
      var found: [String: Int] = [:]
      for match in query.text.matches(of: /((?:\w+\.)?)slot = \$1(?!\d)/) {
        found[String(match.1), default: 0] += 1
      }
      #expect(found == expected, "\(query.name)")
      let compared = query.text.matches(of: /slot\s*(=|<|>|IN|BETWEEN)/).count
      #expect(compared == expected.values.reduce(0, +), "\(query.name)")
    }
    #expect(seen == tables)
  }

  @Test("an update calls no volatile function")
  func volatileFunctions() async throws {
    let volatile = try await names("SELECT proname FROM pg_proc WHERE provolatile = 'v'")
    let keywords: Set<String> = ["in", "any", "values", "as", "on", "exists", "and"]
    var updates = 0
    for query in SentQueries.all where query.text.contains("UPDATE ") {
      guard query.text.contains(" SET ") || query.text.contains("\nSET ") else { continue }
      updates += 1
      let called = Set(query.text.matches(of: /([a-z_]+)\(/).map { String($0.1) })
      #expect(called.subtracting(keywords).intersection(volatile) == [], "\(query.name)")
    }
    #expect(updates == 19)
  }

  @Test(
    "no setting outlives a transaction, and nothing is kept by the session but what is prepared")
  func sessions() {
    for query in SentQueries.all {
      for match in query.text.matches(of: /set_config\(([^)]*)\)/) {
        #expect(match.1.hasSuffix(", true"), "\(query.name)")
      }
      let forbidden = [
        "nextval", "advisory", "SAVEPOINT", "LISTEN", "TEMP", "CURSOR", "PREPARE", "LOCK TABLE",
      ]
      for word in forbidden {
        #expect(!query.text.uppercased().contains(word.uppercased()), "\(query.name)")
      }
      #expect(
        query.text.firstMatch(of: /^\s*SET\s/.anchorsMatchLineEndings())?.0 == nil
          || query.text.contains("UPDATE"), "\(query.name)")
    }
  }

  @Test("values are parameters: a statement's text is the same whoever asks")
  func parametersOnly() {
    for query in [
      "loading", "writing", "defining", "reading", "archive", "rollups",
      "statistics", "rebuilding",
    ]
    .flatMap({ SentQueries.room($0) }) {
      let literals = Set(query.text.matches(of: /'[^']*'/).map { String($0.0) })
      #expect(literals.isSubset(of: ["'-infinity'"]), "\(query.name)")
      let used = Set(query.text.matches(of: /\$(\d+)/).compactMap { Int($0.1) })
      #expect(used == Set(1..<(query.parameterTypes.count + 1)), "\(query.name)")
    }
  }

  /// A table where a statement names it.
  private struct Mention {
    let table: String
    let alias: String?
    let isInsert: Bool

    static func all(in text: String) -> [Mention] {
      let words: Set<String> = ["where", "set", "order", "cross", "left", "on", "for", "offset"]
      return text.matches(of: /(FROM|JOIN|INTO|UPDATE)\s+"holdfast"\.(\w+)(?:\s+(\w+))?/).map {
        let alias = $0.3.map { String($0) }
        return Mention(
          table: String($0.2),
          alias: alias.flatMap { words.contains($0.lowercased()) ? nil : $0 },
          isInsert: $0.1 == "INTO")
      }
    }
  }
}
