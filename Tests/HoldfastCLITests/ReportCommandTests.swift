import Foundation
import Holdfast
import HoldfastReports
import HoldfastTesting
import Testing

@testable import HoldfastCLI

@Suite struct ReportCommandTests {
  private static let day = "Tests/Scenarios/statistics/the-demos-day.jsonl"
  private static let demo = ["--tenant", "demo/production", "--time-zone", "Europe/Berlin"]

  private func run(
    _ options: [String], scenario: String = day
  ) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let path = Package.root.appending(path: scenario).path(percentEncoded: false)
    let code = await ReportCommand.run(
      options + ["--scenario", path], output: written.output)
    return (code, written.lines)
  }

  @Test(
    "bad usage ends with 2 and says why",
    arguments: [
      [], ["everything"] + demo, ["consumption"], ["consumption"] + demo + ["stray"],
      ["consumption"] + demo + ["--unknown", "1"], ["consumption"] + demo + ["--from"],
      ["consumption"] + demo + ["--from", "whenever"],
      ["consumption"] + demo + ["--from", "2026-02-30"],
      ["consumption"] + demo + ["--from", "2026-03-29", "--to", "2026-03-28"],
      ["consumption"] + demo + ["--granularity", "decade"],
      ["consumption"] + demo + ["--group-by", "category"],
      ["consumption"] + demo + ["--group-by", "metadata."],
      ["usage"] + demo + ["--group-by", "kind"], ["top"] + demo + ["--account", "ada"],
      ["consumption"] + demo + ["--item", "image"], ["consumption"] + demo + ["--top", "0"],
      ["consumption"] + demo + ["--top", "1001"], ["consumption"] + demo + ["--format", "pdf"],
      ["consumption", "--tenant", "t", "--time-zone", "Mars/Olympus"],
      ["consumption", "--tenant", "t", "--time-zone", "CET"],
      ["consumption"] + demo + ["--week-start", "someday"],
      ["consumption"] + demo + ["-o", "a.csv", "--output", "b.csv"],
    ])
  func misuse(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast report: ") == true)
  }

  @Test("too many buckets are refused with their number and the limit")
  func tooManyBuckets() async throws {
    let (code, lines) = await run(
      ["consumption"] + ReportCommandTests.demo
        + ["--from", "1001", "--to", "9999", "--granularity", "minute"])
    #expect(code == .usage)
    let line = try #require(lines.first)
    #expect(line.contains("invalid_argument"))
    #expect(line.contains("more than 100000"))
  }

  @Test("what does not exist is nothing, not an error")
  func nobody() async {
    for options in [["--account", "nobody"], ["--unit", "pearls"], ["--top", "1"]] {
      let (code, lines) = await run(
        ["consumption", "--tenant", "nobody/nowhere", "--from", "2026-03-29"] + options)
      #expect(code == .ok)
      #expect(lines.contains("Nothing was counted in this period."))
    }
  }

  @Test("help ends with 0 and fits the terminal")
  func help() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("examples:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test(
    "the ending of a file is its format, and every format is written",
    arguments: [
      ("csv", "bucketStart,"), ("json", "{\"report\":"), ("svg", "<svg "),
      ("html", "<!DOCTYPE html>"), ("txt", "Consumption of Credits"),
    ])
  func files(ending: String, start: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "holdfast-\(UUID().uuidString).\(ending)")
    defer { try? FileManager.default.removeItem(at: file) }
    let (code, lines) = await run(
      ["consumption"] + ReportCommandTests.demo
        + ["--from", "2026-03-29", "-o", file.path(percentEncoded: false)])
    #expect(code == .ok)
    #expect(lines.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(start))
  }

  @Test("a file that cannot be written ends with 2")
  func unwritable() async {
    let (code, lines) = await run(
      ["consumption"] + ReportCommandTests.demo
        + ["--from", "2026-03-29", "-o", "/nowhere/at/all/report.csv"])
    #expect(code == .usage)
    #expect(lines == ["! holdfast report: /nowhere/at/all/report.csv: cannot be written"])
  }

  @Test(
    "reports of every kind give the same sums in JSON as in their buckets",
    arguments: ["consumption", "usage", "reservations", "expiring", "breakage"])
  func sums(kind: String) async throws {
    let grouping = kind == "expiring" || kind == "breakage" ? "category" : "item"
    let (code, lines) = await run(
      [kind] + ReportCommandTests.demo
        + ["--from", "2026-03", "--to", "2026-05", "--group-by", grouping, "--format", "json"])
    #expect(code == .ok)
    let value = try JSONValue.parse(try #require(lines.first).utf8)
    guard case .object(let object) = value, case .object(let totals)? = object["totals"],
      case .array(let buckets)? = object["buckets"], case .array(let groups)? = object["groups"]
    else {
      Issue.record("the shape is not what it was: \(value.text)")
      return
    }
    #expect(buckets.count == 61)
    #expect(!groups.isEmpty)
    for member in totals {
      guard case .integer(let total) = member.value, !member.name.contains("Microseconds") else {
        continue
      }
      let parts = buckets.map { JSONValue.integer(named: member.name, of: $0) }
      #expect(parts.reduce(0, +) == total, "\(member.name) of buckets")
      let sums = groups.compactMap { group -> Int64? in
        guard case .object(let group) = group, let totals = group["totals"] else { return nil }
        return JSONValue.integer(named: member.name, of: totals)
      }
      #expect(sums.reduce(0, +) == total, "\(member.name) of groups")
    }
    #expect(totals.contains { $0.value != .integer(0) })
  }
}

extension JSONValue {
  fileprivate static func integer(named name: String, of value: JSONValue) -> Int64 {
    guard case .object(let object) = value, case .integer(let number)? = object[name] else {
      return 0
    }
    return number
  }
}
