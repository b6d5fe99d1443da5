internal import Foundation
internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// Lets the checkers look at a finished race.
struct RaceJudge: Sendable {
  let target: any RaceTarget
  let header: RaceHeader
  let files: HistoryFiles

  func verdict() async throws(HistoryError) -> RaceVerdict {
    let begun = ContinuousClock.now
    guard let ledger = target as? LedgerTarget else {
      return try verdict(HistoryChecker().check(RaceHistory(paths: files.paths)), since: begun)
    }
    do {
      let report = try await HistoryChecker().check(
        RaceHistory(paths: files.paths), in: ledger.store)
      return try verdict(report, since: begun)
    } catch let error as HistoryError {
      throw error
    } catch {
      throw HistoryError(file: files.first, reason: "the ledger could not be checked: \(error)")
    }
  }
}

extension RaceJudge {
  /// With the calls that show the first finding, where calls show one.
  private func verdict(
    _ report: HistoryReport, since begun: ContinuousClock.Instant
  ) throws(HistoryError) -> RaceVerdict {
    var verdict = RaceVerdict(report, seconds: begun.duration(to: .now).seconds)
    for finding in report.findings.prefix(RaceJudge.mostTries) {
      guard let evidence = try HistoryChecker().evidence(of: finding, from: files.paths) else {
        continue
      }
      let path = "\(files.first).evidence"
      guard FileManager.default.createFile(atPath: path, contents: Data(evidence.text)) else {
        throw HistoryError(file: path, reason: "cannot be written")
      }
      verdict.evidence = path
      verdict.interleaving = ["\(finding.invariant): \(finding.detail)", ""] + evidence.lines
      break
    }
    return verdict
  }

  private static let mostTries = 5
}

extension RaceVerdict {
  init(_ report: HistoryReport, seconds: Double) {
    let all = report.findingCounts.values.reduce(0, +)
    self.init(
      violations: report.findings.map {
        Violation(rule: $0.invariant, detail: $0.detail)
      }, unlisted: all - report.findings.count,
      looked: "\(report.counts.calls.grouped) calls, \(report.rows.grouped) rows, "
        + "\(report.counts.judged.grouped) refusals and reads judged", seconds: seconds)
  }
}
