extension Command {
  /// Refuses malformed input, field by field in the order of the declaration.
  func validate() throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    if let account {
      try Validation.identifier(account, "account")
    } else if action.needsAccount {
      throw Validation.invalid("account", "is needed")
    }
    if let key {
      try Validation.identifier(key, "key")
    } else if action.name != .recordUsage {
      throw Validation.invalid("key", "is needed")
    }
    try action.validate()
    if case .transfer(let transfer) = action, transfer.to == account {
      throw Validation.invalid("to", "must be another account")
    }
  }
}

extension Command.Action {
  fileprivate var needsAccount: Bool {
    switch self {
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: true
    case .increase, .extend, .report, .settle, .release, .reverse, .reverseUsage, .voidLot,
      .updateLot:
      false
    }
  }

  fileprivate func validate() throws(LedgerError) {
    switch self {
    case .credit(let credit): try credit.validate()
    case .debit(let debit): try debit.validate()
    case .transfer(let transfer): try transfer.validate()
    case .reserve(let reserve): try reserve.validate()
    case .increase(let increase):
      try increase.reservation.validate()
      try Validation.amount(increase.amount, "amount")
    case .extend(let extend): try extend.validate()
    case .report(let report):
      try report.reservation.validate()
      try Validation.amount(report.used, "used")
    case .settle(let settle): try settle.validate()
    case .release(let release):
      try release.reservation.validate()
      try Validation.text(release.reason, "reason")
    case .reverse(let reverse):
      if let amount = reverse.amount { try Validation.amount(amount, "amount") }
      try Validation.text(reverse.reason, "reason")
    case .recordUsage(let usage):
      try Validation.identifier(usage.item, "item")
      try Validation.amount(usage.amount, "amount")
      try Validation.details(usage.details, takesOccurredAt: true)
    case .reverseUsage(let reverse):
      if let amount = reverse.amount { try Validation.amount(amount, "amount") }
    case .setOverdraftLimit(let set):
      try Validation.identifier(set.unit, "unit")
      try Validation.amount(set.limit, "limit", zeroAllowed: true)
    case .voidLot: break
    case .updateLot(let update): try update.validate()
    }
  }
}

extension Credit {
  static let priorities = Int(Int32.min)...Int(Int32.max)

  fileprivate func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    try Validation.amount(amount, "amount")
    try Validation.kind(kind)
    try Validation.instant(expiresAt, "expiresAt")
    try Validation.instant(effectiveAt, "effectiveAt")
    if let expiresAt, let effectiveAt, expiresAt <= effectiveAt {
      throw Validation.invalid("expiresAt", "must be after effectiveAt")
    }
    try Validation.range(priority, Credit.priorities, "priority")
    if let costBasis { try Validation.amount(costBasis, "costBasis", zeroAllowed: true) }
    try Validation.details(details)
  }
}

extension Debit {
  fileprivate func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    try Validation.amount(amount, "amount")
    try Validation.kind(kind)
    try Validation.details(details, takesOccurredAt: true)
  }
}

extension Transfer {
  fileprivate func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    try Validation.identifier(to, "to")
    try Validation.amount(amount, "amount")
    try Validation.details(details)
  }
}

extension Reserve {
  static let expirySeconds = 1...604_800
  static let graceRange = 0...3600
  static let maximumCounts = 100

  fileprivate func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    try Validation.amount(amount, "amount", zeroAllowed: allowZero)
    if let minimum {
      try Validation.amount(minimum, "minimum")
      guard minimum <= amount else {
        throw Validation.invalid("minimum", "must be at most the amount")
      }
    }
    try Validation.range(expiresInSeconds, Reserve.expirySeconds, "expiresInSeconds")
    try Validation.range(graceSeconds, Reserve.graceRange, "graceSeconds")
    guard counts.count <= Reserve.maximumCounts else {
      throw Validation.invalid("counts", "must name at most \(Reserve.maximumCounts) items")
    }
    var items: Set<ItemName> = []
    for (index, count) in counts.enumerated() {
      try Validation.identifier(count.item, "counts[\(index)].item")
      try Validation.amount(count.amount, "counts[\(index)].amount")
      guard items.insert(count.item).inserted else {
        throw Validation.invalid("counts[\(index)].item", "must stand once")
      }
    }
    try Validation.details(details)
  }
}

extension ReservationReference {
  fileprivate func validate() throws(LedgerError) {
    if case .key(let key) = self { try Validation.identifier(key, "reservation.key") }
  }
}

extension Extend {
  fileprivate func validate() throws(LedgerError) {
    try reservation.validate()
    switch by {
    case .fromNow(let seconds):
      try Validation.range(seconds, Reserve.expirySeconds, "expiresInSeconds")
    case .fromExpiry(let seconds):
      try Validation.range(seconds, Reserve.expirySeconds, "bySeconds")
    }
  }
}

extension Settle {
  fileprivate func validate() throws(LedgerError) {
    try reservation.validate()
    try Validation.amount(amount, "amount", zeroAllowed: true)
    if coupled, overage != .capAtReserved, overage != .drawAvailable {
      throw Validation.invalid("overage", "must be capAtReserved or drawAvailable when coupled")
    }
    try Validation.details(details, takesOccurredAt: true)
  }
}

extension UpdateLot {
  fileprivate func validate() throws(LedgerError) {
    guard expiry != .unchanged || priority != nil else {
      throw Validation.invalid("expiresAt", "or priority is needed")
    }
    if case .at(let instant) = expiry { try Validation.instant(instant, "expiresAt") }
    if let priority { try Validation.range(priority, Credit.priorities, "priority") }
  }
}
