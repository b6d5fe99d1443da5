internal import Foundation

/// Where PostgreSQL's programs are.
struct ServerPrograms {
  let folder: String

  /// Those of the newest version, or of the one `pg_config` speaks for where Debian's folders are
  /// missing.
  init() throws(ThrowAwayPostgresError) {
    let versions = "/usr/lib/postgresql"
    let debian = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? [])
      .compactMap { Int($0) }.sorted(by: >)
      .map { "\(versions)/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let others = path.split(separator: ":").map(String.init)
    let found = (debian + others).first { folder in
      ["initdb", "postgres", "psql"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
    guard let found else { throw .notInstalled }
    folder = found
  }

  func path(_ program: String) -> String { "\(folder)/\(program)" }
}
