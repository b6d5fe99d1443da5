/// What a metered hold knows of itself. Durations are instants of the ledger's `LedgerTime`.
struct HoldState: Sendable {
  /// What was ever held: the reserve and its increases.
  var held: Amount
  /// The highest use reported by the body.
  var used: Amount
  /// The highest use that the ledger answered for.
  var durable: Amount
  /// The store's instant, as last answered.
  var expiresAt: Instant
  /// Until when the hold lives at least.
  var lease: Duration
  /// When it is to be extended.
  var extendAt: Duration
  /// When what is new is to be reported.
  var reportAt: Duration
  /// Before this no step is sent.
  var nextStepAt: Duration = .zero
  /// The most that was asked for since the last step was sent.
  var wanted: Amount = 0
  var growth: Task<Step, Never>?
  /// Why the hold is lost: it expired, or somebody closed it.
  var loss: LedgerError?
  var hasEnded = false

  /// What a step was for, and why it was not made.
  struct Step: Sendable {
    var wanted: Amount
    var refusal: LedgerError?
  }

  enum Plan {
    case answered(LedgerError?)
    case growing(Task<Step, Never>)
  }

  mutating func note(_ used: Amount) {
    guard !hasEnded else { return }
    self.used = max(self.used, min(used, .maximum))
  }

  mutating func plan(for amount: Amount, growth makeGrowth: () -> Task<Step, Never>?) -> Plan {
    if hasEnded {
      return .answered(LedgerError(.reservationClosed, "the body of the hold has ended"))
    }
    if let loss { return .answered(loss) }
    if amount <= held { return .answered(nil) }
    guard let task = growth ?? makeGrowth() else {
      return .answered(LedgerError(.cancelled, "the task was cancelled before more was held"))
    }
    wanted = max(wanted, amount)
    growth = task
    return .growing(task)
  }

  /// What is known once the hold was made to expire at `expiresAt`.
  ///
  /// - Parameters:
  ///   - sent: When that was asked for; `nil` when the answer is of an earlier call. From the
  ///     store's answer on the hold lives for `seconds`, so from `sent` on it does at least.
  mutating func extended(to expiresAt: Instant, sent: Duration?, seconds: Int, now: Duration) {
    lease += self.expiresAt.duration(to: expiresAt)
    self.expiresAt = expiresAt
    if let sent { lease = max(lease, sent + .seconds(seconds)) }
    scheduleExtension(now: now)
  }

  /// At half of what remains, though not at once again.
  mutating func scheduleExtension(now: Duration) {
    extendAt = now + max((lease - now) / 2, HoldRates.extend)
  }

  /// What is used and held, and the ledger does not know of.
  var unreported: Amount? {
    let mark = min(used, held)
    return mark > durable && loss == nil ? mark : nil
  }
}

/// What `withReservation` was asked for.
struct HoldTerms: Sendable {
  var expiresInSeconds: Int
  var graceSeconds: Int
  var overage: Settle.Overage
  var details: Details
}
