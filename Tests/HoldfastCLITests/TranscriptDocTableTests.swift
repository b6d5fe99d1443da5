import Foundation
import Testing

@testable import HoldfastCLI

/// What the documentation and the expected texts show of commands is what they print.
/// `scripts/doc-tables` writes it anew.
@Suite struct TranscriptDocTableTests {
  /// The pages, and the least number of commands on each.
  private static let articles = [
    ("Sources/Holdfast/Holdfast.docc/Explain.md", 3),
    ("Sources/Holdfast/Holdfast.docc/Reports.md", 5),
  ]
  private static let isToBeWritten =
    ProcessInfo.processInfo.environment["HOLDFAST_WRITE_DOC_TABLES"] == "1"

  static var expected: [String] { Package.files("Tests/Expected", ".txt") }

  @Test func `there are texts to compare`() {
    #expect(TranscriptDocTableTests.expected.count > 5)
  }

  @Test(arguments: expected)
  func `a command prints the expected text`(file: String) async throws {
    let lines = try Package.lines(file)
    let transcript = try #require(Transcript(lines))
    let printed = await transcript.run() + [""]
    if TranscriptDocTableTests.isToBeWritten {
      return try write(transcript.head + printed, to: file)
    }
    try compare(transcript.output, printed)
  }

  @Test(arguments: articles)
  func `the commands on a page print what it shows`(article: String, least: Int) async throws {
    let lines = try Package.lines(article)
    var written: [String] = []
    var rest = lines[...]
    var count = 0
    while let start = rest.firstIndex(of: "```"),
      let end = rest[(start + 1)...].firstIndex(of: "```")
    {
      written += rest[...start]
      let block = Array(rest[(start + 1)..<end])
      if let transcript = Transcript(block) {
        count += 1
        let printed = await transcript.run()
        written += transcript.head + printed
        if !TranscriptDocTableTests.isToBeWritten { try compare(transcript.output, printed) }
      } else {
        written += block
      }
      written.append("```")
      rest = rest[(end + 1)...]
    }
    #expect(count >= least)
    if TranscriptDocTableTests.isToBeWritten {
      try write(written + rest, to: article)
    }
  }

  private func compare(_ expected: [String], _ printed: [String]) throws {
    for (line, other) in zip(expected, printed) { #expect(Array(line.utf8) == Array(other.utf8)) }
    #expect(expected.count == printed.count)
  }

  private func write(_ lines: [String], to path: String) throws {
    try lines.joined(separator: "\n").write(
      to: Package.root.appending(path: path), atomically: true, encoding: .utf8)
  }
}
