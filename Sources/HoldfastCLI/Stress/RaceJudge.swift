internal import Holdfast
internal import HoldfastTesting

/// Lets the checkers look at a finished race.
struct RaceJudge: Sendable {
  let target: any RaceTarget
  let header: RaceHeader
  let files: HistoryFiles

  func verdict() async throws(HistoryError) -> RaceVerdict {
    let begun = ContinuousClock.now
    guard let ledger = target as? LedgerTarget else {
      let report = try HistoryChecker().check(RaceHistory(paths: files.paths))
      return RaceVerdict(report, seconds: begun.duration(to: .now).seconds)
    }
    do {
      let report = try await HistoryChecker().check(
        RaceHistory(paths: files.paths), in: ledger.store)
      return RaceVerdict(report, seconds: begun.duration(to: .now).seconds)
    } catch let error as HistoryError {
      throw error
    } catch {
      throw HistoryError(file: files.first, reason: "the ledger could not be checked: \(error)")
    }
  }
}

extension RaceVerdict {
  init(_ report: HistoryReport, seconds: Double) {
    let all = report.findingCounts.values.reduce(0, +)
    self.init(
      violations: report.findings.map {
        Violation(rule: $0.invariant, detail: $0.detail)
      }, unlisted: all - report.findings.count,
      looked: "\(report.counts.calls) calls, \(report.rows) rows, "
        + "\(report.counts.judged) refusals and reads judged", seconds: seconds)
  }
}
