import Foundation
import Testing

@testable import HoldfastCLI

/// The pictures of the documentation are what the command line makes. `scripts/doc-tables` writes
/// them anew.
@Suite struct PictureDocTableTests {
  private static let isToBeWritten =
    ProcessInfo.processInfo.environment["HOLDFAST_WRITE_DOC_TABLES"] == "1"

  @Test("the picture of the demo's day is what holdfast report draws")
  func day() async throws {
    let scenario = Package.root.appending(path: "Tests/Scenarios/statistics/the-demos-day.jsonl")
    let picture = Package.root.appending(
      path: "Sources/Holdfast/Holdfast.docc/Resources/report-day.svg")
    let file =
      PictureDocTableTests.isToBeWritten
      ? picture
      : FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).svg")
    let written = Transcript.Written()
    let code = await ReportCommand.run(
      [
        "consumption", "--tenant", "demo/production", "--from", "2026-03-29", "--time-zone",
        "Europe/Berlin", "--group-by", "item", "-o", file.path(percentEncoded: false),
        "--scenario", scenario.path(percentEncoded: false),
      ], output: written.output)
    #expect(code == .ok)
    #expect(written.lines.isEmpty)
    #expect(try Data(contentsOf: file) == Data(contentsOf: picture))
    if !PictureDocTableTests.isToBeWritten { try FileManager.default.removeItem(at: file) }
  }
}
