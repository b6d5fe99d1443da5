internal import Holdfast

/// Writes results in the form of replay files.
extension JSONValue {
  init(_ result: CommandResult) {
    var object = JSONObject()
    switch result.outcome {
    case .credit(let credit): object.add(credit)
    case .debit(let debit): object.add(debit)
    case .transfer(let transfer): object.add(transfer)
    case .reservation(let reservation): object.add(reservation)
    case .report(let report):
      object.set("reservationId", report.reservationId)
      object.set("used", report.used)
    case .settle(let settle): object.add(settle)
    case .release(let release): object.add(release)
    case .reverse(let reverse): object.add(reverse)
    case .recordUsage(let usage): object.add(usage)
    case .reverseUsage(let reverse):
      object.set("recordId", reverse.recordId)
      object.set("used", reverse.used)
      object.set("remaining", reverse.remaining)
      object.set("creditedUnits", reverse.creditedUnits)
    case .setOverdraftLimit(let set): object.set("overdraftLimit", set.overdraftLimit)
    case .lot(let lot):
      object.set("lotId", lot.lotId)
      object.set("voidedAmount", lot.voidedAmount)
    }
    object.set("available", result.current.available)
    object["duplicate"] = .bool(result.duplicate)
    self = .object(object)
  }

  init(_ error: LedgerError) {
    var object = JSONObject()
    object["error"] = .string(error.code.rawValue)
    object["message"] = .string(error.message)
    if let field = error.field { object["field"] = .string(field) }
    if let detail = error.detail { object["detail"] = .string(detail) }
    object.set("available", error.available)
    object.set("required", error.required)
    object.set("limit", error.limit)
    object.set("used", error.used)
    object.set("resetsAt", error.resetsAt)
    if let index = error.failedIndex { object["failedIndex"] = .integer(Int64(index)) }
    self = .object(object)
  }

  init(_ result: Result<CommandResult, LedgerError>) {
    switch result {
    case .success(let result): self.init(result)
    case .failure(let error): self.init(error)
    }
  }
}

extension JSONObject {
  mutating func set(_ name: String, _ amount: Amount?) {
    if let amount { self[name] = .integer(amount.value) }
  }

  mutating func set(_ name: String, _ instant: Instant?) {
    if let instant { self[name] = .string(instant.description) }
  }

  mutating func set(_ name: String, _ id: (some PositionID)?) {
    if let id { self[name] = .string(id.description) }
  }

  mutating func set(_ name: String, _ text: ByteText?) {
    if let text { self[name] = .string(text.string) }
  }

  fileprivate mutating func add(_ credit: CreditResult) {
    set("entryId", credit.entryId)
    set("lotId", credit.lotId)
    set("balanceAfter", credit.balanceAfter)
  }

  fileprivate mutating func add(_ debit: DebitResult) {
    set("entryId", debit.entryId)
    set("requestedAmount", debit.requestedAmount)
    set("settledAmount", debit.settledAmount)
    set("shortfallAmount", debit.shortfallAmount)
    set("balanceAfter", debit.balanceAfter)
  }

  fileprivate mutating func add(_ transfer: TransferResult) {
    set("entryId", transfer.entryId)
    set("toEntryId", transfer.toEntryId)
    set("balanceAfter", transfer.balanceAfter)
  }

  fileprivate mutating func add(_ reservation: ReservationResult) {
    set("reservationId", reservation.reservationId)
    set("amount", reservation.amount)
    set("expiresAt", reservation.expiresAt)
    self["status"] = .string(reservation.status.rawValue)
  }

  fileprivate mutating func add(_ settle: SettleResult) {
    set("reservationId", settle.reservationId)
    set("entryId", settle.entryId)
    set("operationRequestedAmount", settle.operationRequestedAmount)
    set("operationSettledAmount", settle.operationSettledAmount)
    set("operationShortfallAmount", settle.operationShortfallAmount)
    set("requestedAmount", settle.requestedAmount)
    set("settledAmount", settle.settledAmount)
    set("shortfallAmount", settle.shortfallAmount)
    set("remainingReserved", settle.remainingReserved)
    set("balanceAfter", settle.balanceAfter)
    self["status"] = .string(settle.status.rawValue)
    set("expiresAt", settle.expiresAt)
    self["late"] = .bool(settle.late)
  }

  fileprivate mutating func add(_ release: ReleaseResult) {
    set("reservationId", release.reservationId)
    self["released"] = .bool(release.released)
    set("releasedAmount", release.releasedAmount)
    set("remainingReserved", release.remainingReserved)
    set("balanceAfter", release.balanceAfter)
    self["status"] = .string(release.status.rawValue)
  }

  fileprivate mutating func add(_ reverse: ReverseResult) {
    set("entryId", reverse.entryId)
    set("reversedAmount", reverse.reversedAmount)
    set("lapsedAmount", reverse.lapsedAmount)
    set("unrecoverableAmount", reverse.unrecoverableAmount)
    set("balanceAfter", reverse.balanceAfter)
  }

  fileprivate mutating func add(_ usage: UsageAnswer) {
    set("recordId", usage.recordId)
    self["allowed"] = .bool(usage.allowed)
    if let reason = usage.reason { self["reason"] = .string(reason.rawValue) }
    set("used", usage.used)
    set("limit", usage.limit)
    set("remaining", usage.remaining)
    set("chargedUnits", usage.chargedUnits)
    set("periodStart", usage.periodStart)
    set("periodEnd", usage.periodEnd)
  }
}
