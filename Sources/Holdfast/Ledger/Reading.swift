/// Finds the typed result in what a store answered.
struct Reading<Outcome: Hashable & Sendable>: Sendable {
  /// Takes the outcome and the key that the command had.
  private let find: @Sendable (CommandResult.Outcome, IdempotencyKey?) -> Outcome?

  init(_ find: @escaping @Sendable (CommandResult.Outcome, IdempotencyKey?) -> Outcome?) {
    self.find = find
  }

  init(_ find: @escaping @Sendable (CommandResult.Outcome) -> Outcome?) {
    self.find = { outcome, _ in find(outcome) }
  }

  func answer(_ result: CommandResult, key: IdempotencyKey?) -> Answer<Outcome>? {
    find(result.outcome, key).map {
      Answer(outcome: $0, duplicate: result.duplicate, available: result.current.available)
    }
  }
}

extension Reading<CreditResult> {
  static var credit: Self { Reading { if case .credit(let result) = $0 { result } else { nil } } }
}
extension Reading<DebitResult> {
  static var debit: Self { Reading { if case .debit(let result) = $0 { result } else { nil } } }
}
extension Reading<TransferResult> {
  static var transfer: Self {
    Reading { if case .transfer(let result) = $0 { result } else { nil } }
  }
}
extension Reading<ReservationResult> {
  static var reservation: Self {
    Reading { if case .reservation(let result) = $0 { result } else { nil } }
  }
}
extension Reading<ReportResult> {
  static var report: Self { Reading { if case .report(let result) = $0 { result } else { nil } } }
}
extension Reading<SettleResult> {
  static var settle: Self { Reading { if case .settle(let result) = $0 { result } else { nil } } }
}
extension Reading<ReleaseResult> {
  static var release: Self { Reading { if case .release(let result) = $0 { result } else { nil } } }
}
extension Reading<ReverseResult> {
  static var reverse: Self { Reading { if case .reverse(let result) = $0 { result } else { nil } } }
}
extension Reading<UsageAnswer> {
  static var usage: Self {
    Reading { if case .recordUsage(let result) = $0 { result } else { nil } }
  }
}
extension Reading<ReverseUsageResult> {
  static var reverseUsage: Self {
    Reading { if case .reverseUsage(let result) = $0 { result } else { nil } }
  }
}
extension Reading<OverdraftLimitResult> {
  static var overdraftLimit: Self {
    Reading { if case .setOverdraftLimit(let result) = $0 { result } else { nil } }
  }
}
extension Reading<LotResult> {
  static var lot: Self { Reading { if case .lot(let result) = $0 { result } else { nil } } }
}
