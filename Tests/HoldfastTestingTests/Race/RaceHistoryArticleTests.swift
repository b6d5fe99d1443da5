import HoldfastTesting
import Testing

@Suite("The article on the history of a race")
struct RaceHistoryArticleTests {
  /// The blocks that are fenced so, each with its lines.
  private func blocks(_ fence: String) throws -> [[String]] {
    let lines = try Article.lines(of: "Sources/Holdfast/Holdfast.docc/RaceHistory.md")
    let starts = lines.indices.filter { lines[$0] == fence }
    return starts.map { start in
      Array(lines[(start + 1)...].prefix { !$0.hasPrefix("```") })
    }
  }

  @Test("its example is a history, and is convicted as it says")
  func example() throws {
    let json = try blocks("```json")
    let text = json.joined().joined(separator: "\n") + "\n"
    let folder = try HistoryFolder()
    let path = try folder.write(text, to: "a")
    let report = try HistoryChecker().check(RaceHistory(paths: [path]))
    let finding = try #require(report.findings.first)
    let evidence = try #require(try HistoryChecker().evidence(of: finding, from: [path]))
    let shown = try blocks("```").first { $0.first?.hasSuffix("as few calls as show it:") == true }
    #expect(
      shown
        == ["\(finding.invariant), as few calls as show it:"] + evidence.lines.map { "  \($0)" })
  }
}
