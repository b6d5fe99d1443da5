package import Holdfast

extension IDLabels {
  /// A store's result with labels for its ids.
  package mutating func result(_ result: CommandResult, label: String) -> ModelResult {
    let (facts, hasAvailable) = facts(of: result.outcome, label)
    return ModelResult(
      duplicate: result.duplicate, facts: facts,
      available: hasAvailable ? result.current.available?.value : nil)
  }

  private mutating func facts(
    of outcome: CommandResult.Outcome, _ label: String
  ) -> (facts: [Fact], hasAvailable: Bool) {
    switch outcome {
    case .credit(let result):
      let facts = [
        Fact("entryId", .label(self.label(of: result.entryId, fresh: label))),
        Fact("lotId", .label(self.label(of: result.lotId, fresh: label))),
        Fact("balanceAfter", .integer(result.balanceAfter.value)),
      ]
      return (facts, true)
    case .debit(let result):
      let facts = [
        Fact("entryId", .label(self.label(of: result.entryId, fresh: label))),
        Fact("requestedAmount", .integer(result.requestedAmount.value)),
        Fact("settledAmount", .integer(result.settledAmount.value)),
        Fact("shortfallAmount", .integer(result.shortfallAmount.value)),
        Fact("balanceAfter", .integer(result.balanceAfter.value)),
      ]
      return (facts, true)
    case .transfer(let result):
      let facts = [
        Fact("entryId", .label(self.label(of: result.entryId, fresh: label))),
        Fact("toEntryId", .label(self.label(of: result.toEntryId, fresh: label + " to"))),
        Fact("balanceAfter", .integer(result.balanceAfter.value)),
      ]
      return (facts, true)
    case .reservation(let result):
      let facts = [
        Fact("reservationId", .label(self.label(of: result.reservationId, fresh: label))),
        Fact("amount", .integer(result.amount.value)),
        Fact("expiresAt", .instant(result.expiresAt)),
        Fact("status", .word(result.status.rawValue)),
      ]
      return (facts, true)
    case .report(let result):
      let facts = [
        Fact("reservationId", .label(self.label(of: result.reservationId, fresh: label))),
        Fact("used", .integer(result.used.value)),
      ]
      return (facts, false)
    case .settle(let result): return (facts(of: result, label), true)
    case .release(let result): return (facts(of: result, label), true)
    case .reverse(let result): return (facts(of: result, label), true)
    case .recordUsage(let result): return (facts(of: result, label), false)
    case .reverseUsage(let result):
      let facts = [
        Fact("used", .integer(result.used.value)),
        Fact("remaining", .optional(result.remaining)),
        Fact("creditedUnits", .integer(result.creditedUnits.value)),
      ]
      return (facts, false)
    case .setOverdraftLimit(let result):
      return ([Fact("overdraftLimit", .integer(result.overdraftLimit.value))], true)
    case .lot(let result):
      let facts = [
        Fact("lotId", .label(self.label(of: result.lotId, fresh: label))),
        Fact("voidedAmount", .integer(result.voidedAmount.value)),
      ]
      return (facts, true)
    }
  }

  private mutating func facts(of result: SettleResult, _ label: String) -> [Fact] {
    [
      Fact("reservationId", .label(self.label(of: result.reservationId, fresh: label))),
      Fact("entryId", .label(self.label(of: result.entryId, fresh: label))),
      Fact("operationRequestedAmount", .integer(result.operationRequestedAmount.value)),
      Fact("operationSettledAmount", .integer(result.operationSettledAmount.value)),
      Fact("operationShortfallAmount", .integer(result.operationShortfallAmount.value)),
      Fact("requestedAmount", .integer(result.requestedAmount.value)),
      Fact("settledAmount", .integer(result.settledAmount.value)),
      Fact("shortfallAmount", .integer(result.shortfallAmount.value)),
      Fact("remainingReserved", .integer(result.remainingReserved.value)),
      Fact("balanceAfter", .integer(result.balanceAfter.value)),
      Fact("status", .word(result.status.rawValue)),
      Fact("expiresAt", .instant(result.expiresAt)), Fact("late", .flag(result.late)),
    ]
  }

  private mutating func facts(of result: ReleaseResult, _ label: String) -> [Fact] {
    [
      Fact("reservationId", .label(self.label(of: result.reservationId, fresh: label))),
      Fact("released", .flag(result.released)),
      Fact("releasedAmount", .integer(result.releasedAmount.value)),
      Fact("remainingReserved", .integer(result.remainingReserved.value)),
      Fact("balanceAfter", .integer(result.balanceAfter.value)),
      Fact("status", .word(result.status.rawValue)),
    ]
  }

  private mutating func facts(of result: ReverseResult, _ label: String) -> [Fact] {
    [
      Fact("entryId", .label(self.label(of: result.entryId, fresh: label))),
      Fact("reversedAmount", .integer(result.reversedAmount.value)),
      Fact("lapsedAmount", .integer(result.lapsedAmount.value)),
      Fact("unrecoverableAmount", .integer(result.unrecoverableAmount.value)),
      Fact("balanceAfter", .integer(result.balanceAfter.value)),
    ]
  }

  private mutating func facts(of result: UsageAnswer, _ label: String) -> [Fact] {
    let record = result.recordId.map { self.label(of: $0, fresh: label) }
    return [
      Fact("recordId", record.map { .label($0) } ?? .none),
      Fact("allowed", .flag(result.allowed)),
      Fact("reason", result.reason.map { .word($0.rawValue) } ?? .none),
      Fact("chargedUnits", .integer(result.chargedUnits.value)),
      Fact("used", .integer(result.used.value)), Fact("limit", .optional(result.limit)),
      Fact("remaining", .optional(result.remaining)),
      Fact("periodStart", .optional(result.periodStart)),
      Fact("periodEnd", .optional(result.periodEnd)),
    ]
  }
}
