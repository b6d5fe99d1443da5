import HoldfastTesting
import Testing

/// The guarantees of the README name what holds them. Each of these is a test of this package or a
/// case of the conformance suite by its sentence, or a scenario by its path.
@Suite struct GuaranteesTests {
  private static let held = (1...14).map { "I\($0)" }

  @Test func `each invariant that is held has its row, in order`() throws {
    let rows = Markdown(try PackageFiles.text("README.md")).table("guarantees")
    let numbers = rows.compactMap { $0.first?.split(separator: " ").first.map(String.init) }
    let invariants = numbers.filter { $0.hasPrefix("I") && Int($0.dropFirst()) != nil }
    #expect(invariants == GuaranteesTests.held)
  }

  @Test func `each guarantee names tests, cases and scenarios that exist`() throws {
    let rows = Markdown(try PackageFiles.text("README.md")).table("guarantees")
    #expect(!rows.isEmpty)
    let tests = try GuaranteesTests.testNames()
    let cases = Set(ConformanceSuite.cases.map { ByteKey($0.name) })
    let scenarios = Set(
      try PackageFiles.paths(under: "Tests/Scenarios", endingIn: ".jsonl").map(ByteKey.init))
    for row in rows {
      #expect(row.count == 2)
      let names = Markdown.codes(in: row[1])
      #expect(!names.isEmpty, "nothing holds: \(row[0])")
      for name in names {
        let key = ByteKey(name)
        let exists = tests.contains(key) || cases.contains(key) || scenarios.contains(key)
        #expect(exists, "there is no \(name)")
      }
    }
  }

  /// Names are told apart by their bytes, as the files that hold them are.
  private struct ByteKey: Hashable {
    let bytes: [UInt8]

    init(_ text: String) {
      bytes = Array(text.utf8)
    }
  }

  /// What stands between the first two quotation marks.
  private static func firstLiteral(in line: Substring) -> String? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }

  private static func testNames() throws -> Set<ByteKey> {
    var names: Set<ByteKey> = []
    for path in try PackageFiles.paths(under: "Tests", endingIn: ".swift") {
      let lines = Markdown(try PackageFiles.text(path)).lines
      for (index, line) in lines.enumerated() {
        let isOpen = index > 0 && lines[index - 1].trimmedEnd.hasSuffix("@Test(")
        if isOpen || line.contains("@Test(\""), let title = firstLiteral(in: line) {
          names.insert(ByteKey(title))
        }
        guard let name = Markdown.codes(in: String(line)).first, line.contains("func `") else {
          continue
        }
        if line.contains("@Test") || isTest(lines[..<index]) {
          names.insert(ByteKey(name))
        }
      }
    }
    return names
  }

  /// Whether the declaration below these lines is marked as a test, its arguments on lines between.
  private static func isTest(_ lines: ArraySlice<Substring>) -> Bool {
    for line in lines.reversed() {
      if line.contains("@Test") { return true }
      if line.isEmpty || line.contains("func ") { return false }
    }
    return false
  }
}

extension Substring {
  /// Without blanks at its end.
  fileprivate var trimmedEnd: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
