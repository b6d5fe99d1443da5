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
      return RaceVerdict(violations: [], looked: "nothing", seconds: 0)
    }
    do {
      let report = try await LedgerChecker().check(
        ledger.store, tenant: TenantName(header.tenant))
      return RaceVerdict(
        violations: report.violations.map {
          RaceVerdict.Violation(rule: $0.invariant, detail: $0.detail)
        }, unlisted: report.unlisted,
        looked: "\(report.accounts) accounts, \(report.rows) journal rows",
        seconds: begun.duration(to: .now).seconds)
    } catch {
      throw HistoryError(file: files.first, reason: "the ledger could not be checked: \(error)")
    }
  }
}
