import Holdfast
import HoldfastReports
import HoldfastTesting
import Testing

@Suite struct DemoReportTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no line of the report is wider than a hundred columns`(seed: UInt64) async throws {
    for line in try await FinishedDays.shared.day(seed: seed).report.lines(.plain) {
      #expect(line.count <= 100, "seed \(seed): \(line)")
      #expect(!line.contains("\u{1b}"), "seed \(seed): \(line)")
    }
  }

  @Test func `the widest figures still fit a hundred columns`() async throws {
    let day = try await FinishedDays.shared.day(seed: 1)
    let wide = Amount(-9_007_199_254_740_991)
    var figures = day.figures
    let name = AccountName(String(repeating: "w", count: 255))
    for index in figures.balances.indices {
      figures.balances[index].account = name
      figures.balances[index].lowest = -999_999_999
    }
    for flow in figures.flows.keys { figures.flows[flow]?.amount = wide }
    let entries = figures.ledger?.entries.indices ?? 0..<0
    for index in entries {
      figures.ledger?.entries[index].description = ByteText(String(repeating: "w", count: 999))
    }
    figures.audit.violations = [String(repeating: "w", count: 999)]
    figures.posted = 0
    figures.flows = figures.flows.filter { $0.key == .debit }
    let report = DemoReport(
      plan: day.plan, tally: day.tally, figures: figures, machine: day.report.machine)
    let lines = report.lines(.plain)
    for line in lines { #expect(line.count <= 100, "\(line)") }
    #expect(lines.contains { $0.contains("does not add up") })
    #expect(lines.contains("  1 violation"))
  }

  @Test func `colours change nothing but the colours`() async throws {
    let report = try await FinishedDays.shared.day(seed: 1).report
    let coloured = report.lines(TextStyle(isColoured: true)).joined(separator: "\n")
    let stripped = coloured.replacing(/\u{1b}\[[0-9;]*m/, with: "")
    #expect(coloured != stripped)
    #expect(stripped == report.lines(.plain).joined(separator: "\n"))
  }

  @Test func `the text says that it adds up and that there are no violations`() async throws {
    let day = try await FinishedDays.shared.day(seed: 1)
    let text = day.report.lines(.plain).joined(separator: "\n")
    #expect(text.contains("it adds up"))
    #expect(text.contains("0 violations"))
    #expect(text.contains("planned from seed 1"))
  }

  @Test func `the JSON object carries the figures of the text`() async throws {
    let day = try await FinishedDays.shared.day(seed: 1)
    guard case .object(let report) = day.report.json else {
      Issue.record("the report is no object")
      return
    }
    #expect(report["total"]?["calls"] == .integer(Int64(day.tally.total.calls)))
    #expect(report["credits"]?["left"] == .integer(day.figures.posted.value))
    #expect(report["credits"]?["addsUp"] == .bool(true))
    #expect(report["check"]?["violations"] == .array([]))
    let codes = day.tally.refusals.mapValues { $0.values.reduce(0, +) }
    for (code, count) in codes {
      guard case .object(let commands)? = report["refusals"]?[code.rawValue] else {
        Issue.record("\(code.rawValue) is missing")
        continue
      }
      let sum = commands.reduce(Int64(0)) { sum, member in
        guard case .integer(let count) = member.value else { return sum }
        return sum + count
      }
      #expect(sum == Int64(count), "\(code.rawValue)")
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }
}
