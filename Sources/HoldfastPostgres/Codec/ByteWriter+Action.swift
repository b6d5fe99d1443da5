internal import Holdfast

/// How commands are written: flags, then each field that is not what it usually is. What has a column
/// is left out.
extension ByteWriter {
  mutating func action(_ action: Command.Action, of frame: ActionFrame) {
    switch action {
    case .credit(let action): credit(action, of: frame)
    case .debit(let action): debit(action, of: frame)
    case .transfer(let action):
      name(action.unit.text, usually: frame.unit)
      text(action.to.text)
      amount(action.amount, usually: frame.drawn)
    case .reserve(let action): reserve(action, of: frame)
    case .increase(let action):
      reservation(action.reservation, of: frame)
      amount(action.amount, usually: frame.delta.held)
    case .extend(let action): extend(action, of: frame)
    case .report(let action):
      reservation(action.reservation, of: frame)
      amount(action.used)
    case .settle(let action): settle(action, of: frame)
    case .release(let action): reservation(action.reservation, of: frame)
    case .reverse(let action):
      amount(action.amount)
      id(action.entry, in: frame.row)
    case .recordUsage(let action): recordUsage(action, of: frame)
    case .reverseUsage(let action):
      amount(action.amount)
      id(action.record, in: frame.row)
    case .setOverdraftLimit(let action):
      name(action.unit.text, usually: frame.unit)
      amount(action.limit)
    case .voidLot(let action): id(action.lot, in: frame.row)
    case .updateLot(let action): updateLot(action, of: frame)
    }
  }

  private mutating func flags(_ flags: ActionFlags) {
    byte(flags.rawValue)
  }

  private mutating func amount(_ amount: Amount?) {
    flags(amount == nil ? [] : .amount)
    if let amount { self.amount(amount) }
  }

  private mutating func credit(_ credit: Credit, of frame: ActionFrame) {
    var flags: ActionFlags = []
    flags.insert(.expiresAt, if: credit.expiresAt != nil)
    flags.insert(.effectiveAt, if: credit.effectiveAt != nil)
    flags.insert(.priority, if: credit.priority != 0)
    flags.insert(.isPromotional, if: credit.category == .promotional)
    flags.insert(.costBasis, if: credit.costBasis != nil)
    flags.insert(.otherKind, if: credit.kind != .grant)
    self.flags(flags)
    name(credit.unit.text, usually: frame.unit)
    amount(credit.amount, usually: frame.granted)
    if flags.contains(.otherKind) { text(credit.kind.text) }
    if let expiresAt = credit.expiresAt { instant(expiresAt, from: .epoch) }
    if let effectiveAt = credit.effectiveAt { instant(effectiveAt, from: .epoch) }
    if flags.contains(.priority) { signed(Int64(credit.priority)) }
    if let costBasis = credit.costBasis { amount(costBasis) }
  }

  private mutating func debit(_ debit: Debit, of frame: ActionFrame) {
    var flags = ActionFlags.choice(debit.overage.code, at: ActionFlags.overage)
    flags.insert(.otherKind, if: debit.kind != .debit)
    flags.insert(.occurredAt, if: debit.details.occurredAt != nil)
    self.flags(flags)
    name(debit.unit.text, usually: frame.unit)
    amount(debit.amount, usually: frame.drawn)
    if flags.contains(.otherKind) { text(debit.kind.text) }
    if let instant = debit.details.occurredAt { self.instant(instant, from: frame.row.instant) }
  }

  private mutating func reserve(_ reserve: Reserve, of frame: ActionFrame) {
    var flags = ActionFlags.choice(reserve.onLapse.code, at: ActionFlags.onLapse)
    flags.insert(.minimum, if: reserve.minimum != nil)
    flags.insert(.grace, if: reserve.graceSeconds != 0)
    flags.insert(.keepsToBalance, if: reserve.floor == .balance)
    flags.insert(.counts, if: !reserve.counts.isEmpty)
    flags.insert(.allowsZero, if: reserve.allowZero)
    self.flags(flags)
    name(reserve.unit.text, usually: frame.unit)
    amount(reserve.amount, usually: frame.delta.held)
    if let minimum = reserve.minimum { amount(minimum) }
    signed(Int64(reserve.expiresInSeconds))
    if flags.contains(.grace) { signed(Int64(reserve.graceSeconds)) }
    guard flags.contains(.counts) else { return }
    count(reserve.counts.count)
    for count in reserve.counts {
      text(count.item.text)
      amount(count.amount)
    }
  }

  private mutating func extend(_ extend: Extend, of frame: ActionFrame) {
    switch extend.by {
    case .fromNow(let seconds):
      flags(.fromNow)
      signed(Int64(seconds))
    case .fromExpiry(let seconds):
      flags([])
      signed(Int64(seconds))
    }
    reservation(extend.reservation, of: frame)
  }

  private mutating func settle(_ settle: Settle, of frame: ActionFrame) {
    var flags = ActionFlags.choice(settle.overage.code, at: ActionFlags.overage)
    flags.insert(.final, if: settle.final)
    flags.insert(.chargesLate, if: settle.late == .chargeAvailable)
    flags.insert(.coupled, if: settle.coupled)
    flags.insert(.occurredAt, if: settle.details.occurredAt != nil)
    self.flags(flags)
    reservation(settle.reservation, of: frame)
    amount(settle.amount, usually: frame.drawn)
    if let instant = settle.details.occurredAt { self.instant(instant, from: frame.row.instant) }
  }

  private mutating func recordUsage(_ usage: RecordUsage, of frame: ActionFrame) {
    flags(usage.details.occurredAt == nil ? [] : .occurredAt)
    name(usage.item.text, usually: frame.item)
    amount(usage.amount)
    if let instant = usage.details.occurredAt { self.instant(instant, from: frame.row.instant) }
  }

  private mutating func updateLot(_ update: UpdateLot, of frame: ActionFrame) {
    var flags: ActionFlags = []
    flags.insert(.neverExpires, if: update.expiry == .never)
    if case .at = update.expiry { flags.insert(.newExpiry) }
    flags.insert(.newPriority, if: update.priority != nil)
    self.flags(flags)
    id(update.lot, in: frame.row)
    if case .at(let expiresAt) = update.expiry { instant(expiresAt, from: .epoch) }
    if let priority = update.priority { signed(Int64(priority)) }
  }

  private mutating func reservation(_ reference: ReservationReference, of frame: ActionFrame) {
    switch reference {
    case .id(let id):
      let place = frame.row.place
      if let position = id.position, position.version == frame.subject,
        position.account == place.account, position.stream == place.stream
      {
        byte(ReferenceForm.subject.rawValue)
      } else {
        byte(ReferenceForm.id.rawValue)
        self.id(id, in: frame.row)
      }
    case .key(let key):
      byte(ReferenceForm.key.rawValue)
      text(key.text)
    }
  }
}

/// How a command names its reservation.
enum ReferenceForm: UInt8 {
  /// By its id, and it is the row's subject.
  case subject
  case id
  case key
}
