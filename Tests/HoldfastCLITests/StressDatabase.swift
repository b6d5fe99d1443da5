import Foundation
import HoldfastTesting
import Testing

@testable import HoldfastCLI

/// An empty database of its own for a race, and what is in it.
struct StressDatabase {
  let server: ThrowAwayPostgres
  let name: String

  static func make() async throws -> StressDatabase {
    try await blocking { () throws(any Error) in
      let server = try ThrowAwayPostgres.shared()
      return StressDatabase(server: server, name: try server.createDatabase(for: "stress"))
    }
  }

  var url: String { server.connectionString(database: name) }

  func sql(_ text: String) async throws -> String {
    try await blocking { [self] () throws(any Error) in
      try server.sql(text, database: name).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// The schemas that somebody made.
  func schemas() async throws -> Set<String> {
    let text = try await sql(
      """
      SELECT nspname FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')
      """)
    return Set(text.split(separator: "\n").map(String.init))
  }

  /// The program that was built with the tests; workers run it.
  static var program: String {
    get throws {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let folders = [
        URL(fileURLWithPath: own).deletingLastPathComponent(), Bundle.main.bundleURL,
        Bundle.main.bundleURL.deletingLastPathComponent(),
      ]
      let found = folders.map { $0.appendingPathComponent("holdfast").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      return try #require(found, "the program is built with the tests")
    }
  }

  /// Runs `holdfast stress`.
  static func stress(_ words: [String]) async throws -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await StressCommand.run(
      try StressOptions(words), executable: try program, written.output)
    return (code, written.lines)
  }
}
