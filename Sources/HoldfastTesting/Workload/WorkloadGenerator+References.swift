internal import Holdfast

extension WorkloadGenerator {
  /// A command on a hold; mostly one that is open.
  mutating func holdAction(_ name: CommandName, _ account: ModelAccount) -> Command.Action {
    var all: [(balance: ModelBalance, hold: ModelHold)] = []
    for balance in account.balances {
      for hold in balance.holds { all.append((balance, hold)) }
    }
    let open = all.filter { $0.hold.status == .open }
    let candidates = open.isEmpty || random.chance(15) ? Array(all.suffix(12)) : open
    guard !candidates.isEmpty, !random.chance(2) else {
      return holdAction(name, .id(ReservationID("@0.0")), nil, ModelBalance(unit: "credits"))
    }
    let (balance, hold) = random.one(of: candidates)
    let reference: ReservationReference =
      random.chance(30) ? .key(hold.key) : .id(ReservationID(hold.label))
    return holdAction(name, reference, hold, balance)
  }

  private mutating func holdAction(
    _ name: CommandName, _ reference: ReservationReference, _ hold: ModelHold?,
    _ balance: ModelBalance
  ) -> Command.Action {
    switch name {
    case .increase:
      let room = hold?.floor == .balance ? balance.free : balance.available
      let figure = random.one(of: [(4, room), (4, 10), (profile == .usage ? 8 : 1, 60)])
      return .increase(Increase(reservation: reference, amount: amount(near: figure)))
    case .extend:
      let seconds = random.one(of: [1, 30, 60, 600])
      return .extend(
        Extend(
          reservation: reference,
          by: random.chance(50) ? .fromNow(seconds: seconds) : .fromExpiry(seconds: seconds)))
    case .report:
      let ever = (hold?.initial ?? 5) + (hold?.increased ?? 0)
      return .report(
        Report(
          reservation: reference,
          used: amount(near: random.chance(70) ? ever : (hold?.reported ?? 1))))
    case .release:
      return .release(
        Release(reservation: reference, reason: random.chance(20) ? "no use" : nil))
    default:
      return .settle(settle(reference, hold, balance))
    }
  }

  private mutating func settle(
    _ reference: ReservationReference, _ hold: ModelHold?, _ balance: ModelBalance
  ) -> Settle {
    let remaining = hold?.remaining ?? 5
    let figure = random.one(of: [
      (5, remaining), (2, remaining + max(0, balance.free)), (2, remaining + balance.available),
    ])
    var settle = Settle(
      reservation: reference, amount: amount(near: figure), final: random.chance(40),
      overage: random.one(of: [.reject, .capAtReserved, .drawAvailable, .overdraft]),
      late: random.chance(50) ? .chargeAvailable : .reject, details: details())
    if random.chance(8) { settle.amount = 0 }
    return settle
  }

  /// Settles that charge the same, mostly each on a balance of its own.
  mutating func coupledSettles(_ world: NaiveModel) -> [Command] {
    var commands: [Command] = []
    let asked = Amount(random.number(1...40))
    for account in world.accounts where account.tenant == WorkloadGenerator.tenant {
      for balance in account.balances {
        let open = balance.holds.filter { $0.status == .open }
        guard !open.isEmpty else { continue }
        for hold in open.prefix(random.chance(5) ? 2 : 1) {
          let settle = Settle(
            reservation: .id(ReservationID(hold.label)), amount: asked, final: random.chance(50),
            overage: random.chance(50) ? .capAtReserved : .drawAvailable, coupled: true)
          commands.append(
            Command(
              tenant: account.tenant, account: random.chance(50) ? account.name : nil,
              action: .settle(settle)))
        }
      }
    }
    return Array(commands.shuffled(using: &random).prefix(3))
  }

  /// A hold that is made and settled in the same group, by its key.
  mutating func reserveAndSettle(_ world: NaiveModel, at now: Instant) -> [Command] {
    let account = random.one(of: WorkloadGenerator.accounts)
    let key = IdempotencyKey("r\(random.next() % 1_000_000)")
    let reserve = Reserve(unit: "credits", amount: Amount(random.number(1...15)))
    let settle = Settle(
      reservation: .key(key), amount: Amount(random.number(0...20)), final: random.chance(50))
    return [
      Command(
        tenant: WorkloadGenerator.tenant, account: account, key: key, action: .reserve(reserve)),
      Command(tenant: WorkloadGenerator.tenant, account: account, action: .settle(settle)),
    ]
  }

  mutating func reverse(_ account: ModelAccount) -> Reverse {
    var entries: [(label: String, left: Int64)] = []
    for balance in account.balances {
      var moved = 0
      for entry in balance.entries {
        let place = LedgerLabel(account: account.name, unit: balance.unit, index: moved)
        if entry.delta != 0 { moved += 1 }
        if case .other = entry.role, !random.chance(15) { continue }
        if let label = entry.label {
          entries.append((label, abs(entry.delta) - entry.reversed))
        } else if entry.delta != 0 {
          entries.append((place.text, abs(entry.delta) - entry.reversed))
        }
      }
    }
    guard !entries.isEmpty, !random.chance(2) else { return Reverse(entry: EntryID("@0.0")) }
    let recent = random.chance(70) ? Array(entries.suffix(12)) : entries
    let (label, left) = random.one(of: recent)
    return Reverse(
      entry: EntryID(label), amount: random.chance(30) ? nil : amount(near: left),
      reason: random.chance(10) ? "mistake" : nil)
  }

  mutating func reverseUsage(_ account: ModelAccount) -> ReverseUsage {
    let records = account.records.filter { $0.label != nil }
    let charged = records.filter { $0.charge != nil }
    let candidates = random.chance(50) && !charged.isEmpty ? charged : records
    guard !candidates.isEmpty, !random.chance(3) else {
      return ReverseUsage(record: UsageRecordID("@0.0"))
    }
    let record = random.one(of: candidates)
    return ReverseUsage(
      record: UsageRecordID(record.label ?? ""),
      amount: random.chance(30) ? nil : amount(near: record.amount - record.takenBack))
  }

  mutating func lotAction(
    _ name: CommandName, _ account: ModelAccount, at now: Instant
  ) -> Command.Action {
    let lots = account.balances.flatMap(\.lots).filter { $0.label != nil }
    let live = lots.filter { $0.remaining > 0 }
    let candidates = live.isEmpty || random.chance(8) ? lots : live
    guard !candidates.isEmpty, !random.chance(2) else {
      return .voidLot(VoidLot(lot: LotID("@0.0")))
    }
    let lot = LotID(random.one(of: candidates).label ?? "")
    guard name == .updateLot else { return .voidLot(VoidLot(lot: lot)) }
    let expiry: UpdateLot.Expiry = random.one(of: [
      (2, .unchanged), (2, .never), (1, .at(now)), (1, .at(now.advanced(byMicroseconds: 1))),
      (1, .at(now.advanced(byMicroseconds: -1))),
      (4, .at(now.advanced(bySeconds: random.number(1...400)))),
    ])
    var update = UpdateLot(lot: lot, expiry: expiry)
    if expiry == .unchanged || random.chance(40) { update.priority = Int(random.number(-2...2)) }
    return .updateLot(update)
  }
}

extension ModelAccount {
  var hasOpenHold: Bool {
    balances.contains { $0.holds.contains { $0.status == .open } }
  }
}
