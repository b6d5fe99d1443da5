package import Holdfast

/// A call that was sent, and what became of it.
package struct DemoCall: Sendable {
  package let name: CommandName
  /// The accounts that it concerned: of a group all of its members'.
  package let accounts: [AccountName]
  package let outcome: Outcome
  /// The item whose use was counted or refused.
  package let item: ItemName?
  /// What a refusal at a limit said.
  package let limit: Limit?

  package enum Outcome: Hashable, Sendable {
    case applied
    case duplicate
    /// There was nothing to do, and no key was taken.
    case withoutEffect
    case refused(LedgerError.Code)
  }

  package struct Limit: Hashable, Sendable {
    package var maximum: Amount?
    package var resetsAt: Instant?
  }

  init(_ request: DemoJob.Request, of job: DemoJob, _ answer: Answer) {
    name = request.name
    item = request.item
    if case .group(let group) = request {
      accounts = group.commands.compactMap(\.account)
    } else {
      accounts = [job.account]
    }
    switch answer {
    case .success(let results):
      (outcome, limit) = DemoCall.outcome(of: results)
    case .failure(let error):
      outcome = .refused(error.code)
      limit =
        error.code == .limitExceeded
        ? Limit(maximum: error.limit, resetsAt: error.resetsAt) : nil
    }
  }

  typealias Answer = Result<[CommandResult], LedgerError>

  private static func outcome(of results: [CommandResult]) -> (Outcome, Limit?) {
    if let first = results.first, case .recordUsage(let usage) = first.outcome, !usage.allowed {
      let limit = Limit(maximum: usage.limit, resetsAt: usage.periodEnd)
      return (.refused(usage.reason ?? .limitExceeded), limit)
    }
    if results.contains(where: \.duplicate) { return (.duplicate, nil) }
    let hasNoEffect = results.allSatisfy { result in
      if case .release(let release) = result.outcome { return !release.released }
      return false
    }
    return (hasNoEffect ? .withoutEffect : .applied, nil)
  }

  /// Whether the client may go on: a duplicate is as good as the first answer.
  var isRefused: Bool {
    if case .refused = outcome { true } else { false }
  }
}
