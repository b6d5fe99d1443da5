/// What the observer is told of the calls of the façade.
extension Ledger {
  func tell(
    _ commands: [Command], _ results: [Result<CommandResult, LedgerError>],
    since began: Duration
  ) {
    guard let observer else { return }
    observer.observe(.list(commands: commands.count))
    for (command, result) in zip(commands, results) {
      tell(command.action.name, result, since: began)
    }
  }

  func tell(
    _ name: CommandName, _ result: Result<CommandResult, LedgerError>, since began: Duration
  ) {
    switch result {
    case .success(let result):
      var refusal: LedgerError.Code?
      if case .recordUsage(let answer) = result.outcome { refusal = answer.reason }
      tell(name, code: refusal, duplicate: result.duplicate, since: began)
    case .failure(let error):
      tellClockStep(of: error)
      tell(name, code: error.code, duplicate: false, since: began)
    }
  }

  func tell(
    _ name: CommandName, code: LedgerError.Code?, duplicate: Bool, since began: Duration
  ) {
    guard let observer else { return }
    if code == .outcomeUnknown { observer.observe(.outcomeUnknown(name)) }
    observer.observe(
      .commandFinished(
        name, code: code, duration: time.elapsed() - began, duplicate: duplicate))
  }

  func tell(_ sweep: Result<SweepReport, LedgerError>) {
    switch sweep {
    case .success(let report): observer?.observe(.sweep(report))
    case .failure(let error): tellClockStep(of: error)
    }
  }

  private func tellClockStep(of error: LedgerError) {
    if error.code == .unavailable, error.detail == ClockGuard.steppedDetail {
      observer?.observe(.refusedForClockStep)
    }
  }
}
