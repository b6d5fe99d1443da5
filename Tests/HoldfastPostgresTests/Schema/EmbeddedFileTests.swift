import Foundation
import HoldfastPostgres
import Testing

/// What is compiled in is what stands in the folder `SQL`.
@Suite("Embedded SQL")
struct EmbeddedFileTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "SQL")

  /// The texts of a folder's files, by their names without the extension.
  private func files(in name: String) throws -> [String: String] {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
    return try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      })
  }

  @Test("every audit is there, with its text")
  func audits() throws {
    let embedded = AuditQuery.all.map { ($0.name, $0.script.text) }
    #expect(try files(in: "audit") == Dictionary(uniqueKeysWithValues: embedded))
  }

  @Test("every migration is there, by number and name, with its text")
  func migrations() throws {
    let embedded = Migration.all.map {
      (String(format: "%04d_", $0.number) + $0.name, $0.script.text)
    }
    #expect(try files(in: "migrations") == Dictionary(uniqueKeysWithValues: embedded))
  }

  @Test("every role has its grants")
  func roles() throws {
    let role = try #require(SQLName("r"))
    let embedded = RoleGrant.Purpose.allCases.map {
      ($0.rawValue, RoleGrant($0, to: role).statements(in: .standard))
    }
    let files = try files(in: "roles").mapValues {
      SQLScript($0).filled(schema: .standard, role: role)
    }
    #expect(files == Dictionary(uniqueKeysWithValues: embedded))
  }
}
