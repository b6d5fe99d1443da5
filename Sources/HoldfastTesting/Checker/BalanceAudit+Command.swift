internal import Holdfast

/// A row keeps the command that caused it, and does what that asked for.
extension BalanceAudit {
  mutating func checkCommand(of row: JournalRow) {
    for text in row.causeViolations(in: tenant) { note(.replay, row, text) }
    if row.event == .usageCharge, row.revision.definition < 1 {
      note(.replay, row, "it names no revision of the item's definition")
    }
    guard let action = row.cause?.command.action, row.event == action.name.answeringEvent
    else {
      if case .transfer(let transfer) = row.cause?.command.action, row.event == .transferIn {
        require(row.delta.posted, transfer.amount, "brings", row)
      }
      return
    }
    checkTarget(of: action, row)
    checkAmount(of: action, row)
  }

  private mutating func require(_ found: Amount, _ asked: Amount, _ verb: String, _ row: JournalRow)
  {
    if found != asked { note(.replay, row, "it \(verb) \(found), its command asks for \(asked)") }
  }

  /// The balance, reservation, entry or lot that the command names.
  private mutating func checkTarget(of action: Command.Action, _ row: JournalRow) {
    let unit: UnitName?
    var named: Position?
    var reservation: ReservationReference?
    switch action {
    case .credit(let action): unit = action.unit
    case .debit(let action): unit = action.unit
    case .transfer(let action): unit = action.unit
    case .reserve(let action): unit = action.unit
    case .setOverdraftLimit(let action): unit = action.unit
    case .increase(let action): (unit, reservation) = (nil, action.reservation)
    case .extend(let action): (unit, reservation) = (nil, action.reservation)
    case .report(let action): (unit, reservation) = (nil, action.reservation)
    case .settle(let action): (unit, reservation) = (nil, action.reservation)
    case .release(let action): (unit, reservation) = (nil, action.reservation)
    case .reverse(let action): (unit, named) = (nil, action.entry.position)
    case .voidLot(let action): (unit, named) = (nil, action.lot.position)
    case .updateLot(let action): (unit, named) = (nil, action.lot.position)
    case .recordUsage, .reverseUsage: return
    }
    if let unit {
      if unit != contents.unit { note(.replay, row, "its command names unit \(unit)") }
      return
    }
    switch reservation {
    case .id(let id): named = id.position
    case .key(let key):
      if let known = holds[row.subject]?.key,
        KeyIdentity(command: .reserve, key: known) != KeyIdentity(command: .reserve, key: key)
      {
        note(.replay, row, "its command names the reservation under key \(key)")
      }
      return
    case nil: break
    }
    if named != position(row.subject) {
      note(.replay, row, "its command names another position than version \(row.subject)")
    }
  }

  private mutating func checkAmount(of action: Command.Action, _ row: JournalRow) {
    switch action {
    case .credit(let credit):
      require(row.opened, credit.amount, "grants", row)
      checkTerms(of: credit, row)
    case .debit(let debit):
      let drawn = Amount(0 &- row.delta.posted.value)
      if debit.overage == .drawAvailable, drawn < debit.amount { return }
      require(drawn, debit.amount, "draws", row)
    case .transfer(let transfer):
      require(Amount(0 &- row.delta.posted.value), transfer.amount, "moves", row)
    case .reserve(let reserve):
      if let minimum = reserve.minimum, row.delta.held < reserve.amount {
        if row.delta.held < minimum { require(row.delta.held, minimum, "holds", row) }
        return
      }
      require(row.delta.held, reserve.amount, "holds", row)
    case .increase(let increase):
      require(row.delta.held, increase.amount, "holds", row)
    case .setOverdraftLimit(let set):
      require(row.after.overdraftLimit, set.limit, "leaves a limit of", row)
    case .reverse(let reverse):
      guard let amount = reverse.amount, self.row(row.subject)?.event != .credit else { return }
      require(row.delta.posted, amount, "gives back", row)
    case .updateLot(let update): checkTerms(of: update, row)
    case .extend, .report, .settle, .release, .recordUsage, .reverseUsage, .voidLot: return
    }
  }

  private mutating func checkTerms(of credit: Credit, _ row: JournalRow) {
    guard var terms = row.terms else { return }
    terms.expiresAt = credit.expiresAt
    terms.effectiveAt = max(credit.effectiveAt ?? row.instant, row.instant)
    terms.createdAt = row.instant
    terms.priority = Int32(clamping: credit.priority)
    terms.category = credit.category
    terms.costBasis = credit.costBasis
    if row.terms != terms { note(.replay, row, "its lot has other terms than its command") }
  }

  private mutating func checkTerms(of update: UpdateLot, _ row: JournalRow) {
    guard var terms = lots[row.subject]?.terms else { return }
    switch update.expiry {
    case .unchanged: break
    case .never: terms.expiresAt = nil
    case .at(let instant): terms.expiresAt = instant
    }
    if let priority = update.priority { terms.priority = Int32(clamping: priority) }
    if row.terms != terms { note(.replay, row, "the lot has other terms than its command") }
  }
}
