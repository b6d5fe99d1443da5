import Testing

@testable import HoldfastTesting

/// What the pages say of scenarios is what the scenarios do. `scripts/doc-tables` writes the tables
/// anew.
@Suite struct DocTableTests {
  @Test func `the table of credit that expires while it is held is what its scenario does`()
    async throws
  {
    let scenario = try await NoonTable.scenario()
    #expect(scenario.failures == [])
    let sections = scenario.sections.filter { $0.title.hasPrefix("noon") }
    let rows = NoonTable.rows(of: scenario)
    #expect(rows.count == sections.count + 2)
    try compare(rows, with: "Lots.md", "generated: noon-table")
  }

  @Test func `the table of usage policies at a boundary is what its scenario does`() async throws {
    let scenario = try await PoliciesTable.scenario()
    #expect(scenario.failures == [])
    let rows = PoliciesTable.rows(of: scenario)
    #expect(rows.count > 10)
    try compare(rows, with: "UsageLimits.md", "generated: policies-at-a-boundary")
  }

  private func compare(_ rows: [String], with page: String, _ marker: String) throws {
    let article = try Article(page)
    if Article.isToBeWritten { return try article.replace(marker, with: rows) }
    let part = try #require(article.part(marker))
    for (written, row) in zip(part, rows) { #expect(written == row) }
    #expect(part.count == rows.count)
  }

  @Test func `the page of replay files lists every operation with its fields`() throws {
    let part = try #require(try Article("ReplayFiles.md").part("checked: operations"))
    var listed: [String: Set<String>] = [:]
    for row in part.dropFirst(2) {
      let codes = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let operation = try #require(codes.first)
      listed[operation] = Set(codes.dropFirst())
    }
    #expect(Set(listed.keys) == Set(Operation.allCases.map(\.rawValue)))
    for operation in Operation.allCases {
      #expect(listed[operation.rawValue] == operation.fields, "\(operation)")
    }
  }

  @Test func `the example of a replay file passes`() async throws {
    let example = try #require(try DocTableTests.jsonBlocks().first)
    let passed = try await passedLines(of: example)
    #expect(passed == 3)
  }

  @Test func `every window shown on the page of replay files can be defined`() async throws {
    let windows = try #require(try DocTableTests.jsonBlocks().last)
    let lines = windows.map { window in
      #"{"op":"defineUsageItem","item":"i","limits":[{"window":\#(window),"max":1}],"#
        + #""overage":{"kind":"block"},"expect":{"item":"i"}}"#
    }
    let passed = try await passedLines(of: lines)
    #expect(passed == 5)
  }

  /// Runs the lines, of which none may fail.
  private func passedLines(of lines: [String]) async throws -> Int {
    let file = try ReplayFile(name: "page", text: Array(lines.joined(separator: "\n").utf8))
    var passed = 0
    await ReplayRunner.inMemory.run(file) { line in
      #expect(line.failure == nil)
      passed += line.passed == true ? 1 : 0
    }
    return passed
  }

  private static func jsonBlocks() throws -> [[String]] {
    var blocks: [[String]] = []
    var rest = try Article.lines(of: "Sources/Holdfast/Holdfast.docc/ReplayFiles.md")[...]
    while let start = rest.firstIndex(of: "```json") {
      let block = rest[(start + 1)...].prefix { $0 != "```" }
      blocks.append(Array(block))
      rest = rest[block.endIndex...]
    }
    return blocks
  }
}
