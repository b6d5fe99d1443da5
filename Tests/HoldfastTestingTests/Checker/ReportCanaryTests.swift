import HoldfastTesting
import Testing

@testable import Holdfast

/// One figure of an answer changed, and what the checker must say to it.
struct ReportCanary: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let saying: String
  var consumption: @Sendable (inout ConsumptionStatistics) throws -> Void = { _ in }
  var usage: @Sendable (inout UsageStatistics) throws -> Void = { _ in }
}

@Suite struct ReportCanaryTests {
  private static let canaries = [
    ReportCanary(
      testDescription: "a bucket has one more", saying: "the whole, from",
      consumption: { answer in answer.buckets[0].figures.spent += 1 }),
    ReportCanary(
      testDescription: "a total has one more", saying: "the whole, in total: consumed",
      consumption: { answer in answer.totals.consumed += 1 }),
    ReportCanary(
      testDescription: "a group has one more", saying: "in total: entryCount",
      consumption: { answer in answer.groups[0].totals.entryCount += 1 }),
    ReportCanary(
      testDescription: "a group's bucket has one more", saying: "reversed",
      consumption: { answer in answer.groups[0].buckets[0].figures.reversed += 1 }),
    ReportCanary(
      testDescription: "a group is left out", saying: "is missing",
      consumption: { answer in answer.groups.removeLast() }),
    ReportCanary(
      testDescription: "a group is there twice", saying: "is not there",
      consumption: { answer in answer.groups.append(answer.groups[0]) }),
    ReportCanary(
      testDescription: "a bucket is left out", saying: "no bucket has",
      consumption: { answer in answer.buckets.removeFirst() }),
    ReportCanary(
      testDescription: "what lapsed is called voided", saying: "lapsed is",
      consumption: { answer in
        answer.totals.voided += answer.totals.lapsed
        answer.totals.lapsed = 0
      }),
    ReportCanary(
      testDescription: "a sum is refused that fits", saying: "is refused that fits 64 bits",
      consumption: { _ in throw LedgerError(.amountOverflow, "refused by a test") }),
    ReportCanary(
      testDescription: "usage has one piece more", saying: "amount is",
      usage: { answer in answer.buckets[0].figures.amount += 1 }),
    ReportCanary(
      testDescription: "usage forgot what was given back", saying: "chargedUnits is",
      usage: { answer in answer.totals.chargedUnits += 1 }),
  ]

  private func violations(_ canary: ReportCanary?) async throws -> [Violation] {
    let store = try await RichLedger.played().store
    var reports = AlteredReports(
      contents: try await LedgerContents(of: RichLedger.tenant, in: store), store: store)
    if let canary {
      reports.alterConsumption = canary.consumption
      reports.alterUsage = canary.usage
    }
    return try await LedgerChecker()
      .check(contentsOf: reports, tenant: RichLedger.tenant).violations
  }

  @Test func `I12 Reports: statistics that are the sums of the rows are sound`() async throws {
    #expect(try await violations(nil) == [])
  }

  @Test(arguments: canaries)
  func `I12 Reports: statistics that are not the sums of the rows are found`(
    canary: ReportCanary
  ) async throws {
    let violations = try await violations(canary)
    #expect(
      violations.contains { $0.invariant == "I12" && $0.detail.contains(canary.saying) },
      "\(violations)")
    #expect(Set(violations.map(\.invariant)) == ["I12"])
  }
}
