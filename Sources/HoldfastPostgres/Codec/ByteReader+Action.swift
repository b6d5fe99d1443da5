internal import Holdfast

extension ByteReader {
  mutating func action(
    _ name: CommandName, _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Command.Action {
    switch name {
    case .credit: return .credit(try credit(texts, of: frame))
    case .debit: return .debit(try debit(texts, of: frame))
    case .transfer: return .transfer(try transfer(texts, of: frame))
    case .reserve: return .reserve(try reserve(texts, of: frame))
    case .increase:
      let reservation = try reservation(of: frame)
      let amount = try amount(usually: frame.delta.held)
      return .increase(Increase(reservation: reservation, amount: amount))
    case .extend: return .extend(try extend(of: frame))
    case .report:
      let reservation = try reservation(of: frame)
      return .report(Report(reservation: reservation, used: try amount()))
    case .settle: return .settle(try settle(texts, of: frame))
    case .release:
      return .release(
        Release(reservation: try reservation(of: frame), reason: texts.description))
    case .reverse:
      let amount = try amountIfAny()
      return .reverse(
        Reverse(entry: try id(in: frame.row), amount: amount, reason: texts.description))
    case .recordUsage: return .recordUsage(try recordUsage(texts, of: frame))
    case .reverseUsage:
      let amount = try amountIfAny()
      return .reverseUsage(ReverseUsage(record: try id(in: frame.row), amount: amount))
    case .setOverdraftLimit:
      let unit = UnitName(text: try self.name(usually: frame.unit))
      return .setOverdraftLimit(SetOverdraftLimit(unit: unit, limit: try amount()))
    case .voidLot: return .voidLot(VoidLot(lot: try id(in: frame.row)))
    case .updateLot: return .updateLot(try updateLot(of: frame))
    case .atomic: throw corrupt("a command of one account")
    }
  }

  private mutating func flags() throws(CorruptRow) -> ActionFlags {
    ActionFlags(rawValue: try byte())
  }

  private mutating func amountIfAny() throws(CorruptRow) -> Amount? {
    try flags().contains(.amount) ? try amount() : nil
  }

  private mutating func occurredAt(
    _ flags: ActionFlags, of frame: ActionFrame
  ) throws(CorruptRow) -> Instant? {
    flags.contains(.occurredAt) ? try instant(from: frame.row.instant) : nil
  }

  private mutating func credit(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Credit {
    let flags = try flags()
    let unit = UnitName(text: try name(usually: frame.unit))
    let amount = try amount(usually: frame.granted)
    let kind = flags.contains(.otherKind) ? EntryKind(text: try text()) : .grant
    let expiresAt = flags.contains(.expiresAt) ? try instant(from: .epoch) : nil
    let effectiveAt = flags.contains(.effectiveAt) ? try instant(from: .epoch) : nil
    let priority = flags.contains(.priority) ? try int32() : 0
    return Credit(
      unit: unit, amount: amount, kind: kind, expiresAt: expiresAt, effectiveAt: effectiveAt,
      priority: Int(priority),
      category: flags.contains(.isPromotional) ? .promotional : .paid,
      costBasis: flags.contains(.costBasis) ? try self.amount() : nil, details: texts.details())
  }

  private mutating func debit(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Debit {
    let flags = try flags()
    let overage: Debit.Overage = try coded(flags.choice(at: ActionFlags.overage), "an overage")
    let unit = UnitName(text: try name(usually: frame.unit))
    let amount = try amount(usually: frame.drawn)
    let kind = flags.contains(.otherKind) ? EntryKind(text: try text()) : .debit
    let details = texts.details(occurredAt: try occurredAt(flags, of: frame))
    return Debit(unit: unit, amount: amount, overage: overage, kind: kind, details: details)
  }

  private mutating func transfer(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Transfer {
    let unit = UnitName(text: try name(usually: frame.unit))
    let target = AccountName(text: try text())
    return Transfer(
      unit: unit, to: target, amount: try amount(usually: frame.drawn),
      details: texts.details())
  }

  private mutating func reserve(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Reserve {
    let flags = try flags()
    let onLapse: Reserve.OnLapse = try coded(
      flags.choice(at: ActionFlags.onLapse), "what happens on lapse")
    let unit = UnitName(text: try name(usually: frame.unit))
    let amount = try amount(usually: frame.delta.held)
    let minimum = flags.contains(.minimum) ? try self.amount() : nil
    let seconds = try int32()
    let grace = flags.contains(.grace) ? try int32() : 0
    let counts = flags.contains(.counts) ? try counts() : []
    return Reserve(
      unit: unit, amount: amount, minimum: minimum, expiresInSeconds: Int(seconds),
      graceSeconds: Int(grace), floor: flags.contains(.keepsToBalance) ? .balance : .overdraft,
      counts: counts, onLapse: onLapse, allowZero: flags.contains(.allowsZero),
      details: texts.details())
  }

  private mutating func counts() throws(CorruptRow) -> [Reserve.Count] {
    var counts: [Reserve.Count] = []
    for _ in 0..<(try count(size: 2)) {
      let item = ItemName(text: try text())
      counts.append(Reserve.Count(item: item, amount: try amount()))
    }
    return counts
  }

  private mutating func extend(of frame: ActionFrame) throws(CorruptRow) -> Extend {
    let flags = try flags()
    let seconds = Int(try int32())
    return Extend(
      reservation: try reservation(of: frame),
      by: flags.contains(.fromNow) ? .fromNow(seconds: seconds) : .fromExpiry(seconds: seconds))
  }

  private mutating func settle(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> Settle {
    let flags = try flags()
    let overage: Settle.Overage = try coded(flags.choice(at: ActionFlags.overage), "an overage")
    let reservation = try reservation(of: frame)
    let amount = try amount(usually: frame.drawn)
    let details = texts.details(occurredAt: try occurredAt(flags, of: frame))
    return Settle(
      reservation: reservation, amount: amount, final: flags.contains(.final), overage: overage,
      late: flags.contains(.chargesLate) ? .chargeAvailable : .reject,
      coupled: flags.contains(.coupled), details: details)
  }

  private mutating func recordUsage(
    _ texts: StoredTexts, of frame: ActionFrame
  ) throws(CorruptRow) -> RecordUsage {
    let flags = try flags()
    let item = ItemName(text: try name(usually: frame.item))
    let amount = try amount()
    let details = texts.details(occurredAt: try occurredAt(flags, of: frame))
    return RecordUsage(item: item, amount: amount, details: details)
  }

  private mutating func updateLot(of frame: ActionFrame) throws(CorruptRow) -> UpdateLot {
    let flags = try flags()
    let lot: LotID = try id(in: frame.row)
    var expiry = UpdateLot.Expiry.unchanged
    if flags.contains(.neverExpires) { expiry = .never }
    if flags.contains(.newExpiry) { expiry = .at(try instant(from: .epoch)) }
    let priority = flags.contains(.newPriority) ? Int(try int32()) : nil
    return UpdateLot(lot: lot, expiry: expiry, priority: priority)
  }

  private mutating func reservation(
    of frame: ActionFrame
  ) throws(CorruptRow) -> ReservationReference {
    guard let form = ReferenceForm(rawValue: try byte()) else {
      throw corrupt("how a reservation is named")
    }
    switch form {
    case .subject:
      let place = frame.row.place
      let version = try version(frame.subject)
      return .id(
        ReservationID(Position(account: place.account, stream: place.stream, version: version)))
    case .id: return .id(try id(in: frame.row))
    case .key: return .key(IdempotencyKey(text: try text()))
    }
  }
}
