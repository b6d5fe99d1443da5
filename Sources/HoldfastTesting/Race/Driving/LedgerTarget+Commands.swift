internal import Holdfast

/// What is sent for a call.
extension LedgerTarget {
  func command(_ call: RaceCall) -> Command {
    Command(
      tenant: tenant, account: RaceHeader.accountName(call.account), key: call.key.idempotencyKey,
      action: action(call))
  }

  private func action(_ call: RaceCall) -> Command.Action {
    let amount = Amount(call.amount)
    let unit = UnitName(header.units[Int(call.unit)])
    switch call.word {
    case .credit:
      let expiry = call.expires.map {
        Instant(microseconds: header.started + Int64($0) * 1_000_000)
      }
      return .credit(Credit(unit: unit, amount: amount, expiresAt: expiry))
    case .debit:
      return .debit(
        Debit(unit: unit, amount: amount, overage: Debit.Overage(call.overage)))
    case .transfer:
      return .transfer(
        Transfer(unit: unit, to: RaceHeader.accountName(call.to ?? call.account), amount: amount))
    case .reserve:
      var reserve = Reserve(unit: unit, amount: amount)
      if let seconds = call.expires { reserve.expiresInSeconds = Int(seconds) }
      if let item = call.item {
        reserve.counts = [Reserve.Count(item: ItemName(header.items[Int(item)].name), amount: 1)]
      }
      return .reserve(reserve)
    case .increase: return .increase(Increase(reservation: subject(call), amount: amount))
    case .extend:
      return .extend(Extend(reservation: subject(call), by: .fromNow(seconds: Int(call.amount))))
    case .settle:
      return .settle(
        Settle(
          reservation: subject(call), amount: amount, final: call.isFinal,
          overage: Settle.Overage(call.overage)))
    case .release: return .release(Release(reservation: subject(call)))
    case .reverse: return .reverse(Reverse(entry: entry(call.subject), amount: amount))
    case .recordUsage:
      let item = header.items[Int(call.item ?? 0)].name
      return .recordUsage(RecordUsage(item: ItemName(item), amount: amount))
    case .setOverdraftLimit:
      return .setOverdraftLimit(SetOverdraftLimit(unit: unit, limit: amount))
    case .balance: preconditionFailure("a balance is read, not submitted")
    }
  }

  private func subject(_ call: RaceCall) -> ReservationReference {
    .key(call.subject?.idempotencyKey ?? "none")
  }
}

extension Debit.Overage {
  fileprivate init(_ overage: RaceCall.Overage) {
    switch overage {
    case .standard, .reject, .capAtReserved: self = .reject
    case .drawAvailable: self = .drawAvailable
    case .overdraft: self = .overdraft
    }
  }
}

extension Settle.Overage {
  fileprivate init(_ overage: RaceCall.Overage) {
    switch overage {
    case .standard, .drawAvailable: self = .drawAvailable
    case .reject: self = .reject
    case .capAtReserved: self = .capAtReserved
    case .overdraft: self = .overdraft
    }
  }
}
