internal import Holdfast

extension RaceAnswer {
  /// What a store's result says of a call.
  init(_ result: CommandResult, to call: RaceCall) {
    var effect = Effect(duplicate: result.duplicate, amount: call.amount)
    switch result.outcome {
    case .credit(let credit):
      effect.version = version(credit.entryId)
      effect.posted = credit.balanceAfter.value
    case .debit(let debit):
      effect.version = version(debit.entryId)
      effect.amount = debit.settledAmount.value
      effect.shortfall = debit.shortfallAmount == 0 ? nil : debit.shortfallAmount.value
      effect.posted = debit.balanceAfter.value
    case .transfer(let transfer):
      effect.version = version(transfer.entryId)
      effect.posted = transfer.balanceAfter.value
    case .reservation(let reservation):
      if call.word == .reserve { effect.version = version(reservation.reservationId) }
      // Of a reserve and an increase the amount is what is held.
      effect.amount = call.word == .extend ? 0 : reservation.amount.value
      if call.word == .extend { effect.held = reservation.amount.value }
    case .report(let report): effect.amount = report.used.value
    case .settle(let settle):
      effect.version = version(settle.entryId)
      effect.amount = settle.operationSettledAmount.value
      effect.shortfall =
        settle.operationShortfallAmount == 0 ? nil : settle.operationShortfallAmount.value
      effect.posted = settle.balanceAfter.value
      effect.held = settle.remainingReserved.value
    case .release(let release):
      effect.amount = release.releasedAmount.value
      effect.posted = release.balanceAfter.value
      effect.held = release.remainingReserved.value
    case .reverse(let reverse):
      effect.version = version(reverse.entryId)
      effect.amount = reverse.reversedAmount.value
      effect.posted = reverse.balanceAfter.value
    case .recordUsage(let usage):
      guard usage.allowed else {
        self = .refused(Refusal(code: usage.reason?.rawValue ?? "refused"))
        return
      }
      effect.version = usage.recordId.map { version($0) } ?? 0
    case .reverseUsage(let reversed): effect.amount = reversed.creditedUnits.value
    case .setOverdraftLimit(let limit): effect.amount = limit.overdraftLimit.value
    case .lot(let lot): effect.amount = lot.voidedAmount.value
    }
    self = .applied(effect)
  }
}

private func version(_ id: some PositionID) -> Int64 { id.position?.version ?? 0 }
