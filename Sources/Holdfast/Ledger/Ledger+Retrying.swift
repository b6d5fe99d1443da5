/// Asking again under the same key until there is an answer.
extension Ledger {
  /// Repeats the command while it is not answered, until `end`, an instant of `time`; the last
  /// attempt is made then.
  ///
  /// When one of the attempts may have been applied, and none was answered, the error is
  /// `outcome_unknown`. A refusal is certain even then: keys are looked up first.
  ///
  /// - Parameter isUnknown: Whether an attempt before these may have been applied.
  func sendRetrying(
    _ command: Command, until end: Duration, after isUnknown: Bool = false
  ) async throws(LedgerError) -> CommandResult {
    var attempt = 1
    var mayBeApplied = isUnknown
    while true {
      let failure: LedgerError
      do throws(LedgerError) {
        return try await send(command)
      } catch {
        failure = error
      }
      if failure.code == .outcomeUnknown { mayBeApplied = true }
      let outcome = mayBeApplied && failure.leavesOpen ? Ledger.unresolved : failure
      let now = time.elapsed()
      guard failure.isWorthRepeating, now < end else { throw outcome }
      do {
        try await time.sleep(min(now + pause(after: attempt, of: command), end))
      } catch {
        throw outcome
      }
      attempt += 1
      observer?.observe(.retry(command.action.name, after: failure.code, attempt: attempt))
    }
  }

  /// Doubles with each attempt. A part that differs from key to key keeps many callers from coming
  /// back at one moment.
  private func pause(after attempt: Int, of command: Command) -> Duration {
    let doubled = HoldRates.firstPause * (1 << min(attempt - 1, 10))
    let longest = min(doubled, HoldRates.longestPause)
    var hash = SipHash(key: HashKey(first: 0, second: UInt64(attempt)))
    if let key = command.key { hash.append(key.text) }
    let share = Double(hash.finalized().first % 1000) / 1000
    return longest * (0.5 + share / 2)
  }

  private static let unresolved = LedgerError(
    .outcomeUnknown, "it was sent, and no answer came to any attempt")
}

extension LedgerError {
  /// Whether it says nothing about earlier attempts under the same key.
  fileprivate var leavesOpen: Bool {
    switch code {
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled, .outcomeUnknown,
      .schemaMismatch:
      true
    default: false
    }
  }

  /// Whether the same call may soon be answered.
  fileprivate var isWorthRepeating: Bool {
    switch code {
    case .overloaded, .unavailable, .deadlineExceeded, .outcomeUnknown: true
    default: false
    }
  }
}
