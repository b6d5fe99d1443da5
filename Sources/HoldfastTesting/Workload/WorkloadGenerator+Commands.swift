internal import Holdfast

extension WorkloadGenerator {
  /// A command that is planned on the state it meets.
  mutating func command(
    for world: NaiveModel, at now: Instant, key: IdempotencyKey
  ) -> Command {
    let name = random.one(of: profile.weights)
    let account = random.one(of: WorkloadGenerator.accounts)
    let unit = random.one(of: [(3, "credits"), (1, "tokens")] as [(Int, UnitName)])
    let index = world.account(WorkloadGenerator.tenant, account)
    let content =
      index.map { world.accounts[$0] }
      ?? ModelAccount(tenant: WorkloadGenerator.tenant, name: account)
    var command = Command(
      tenant: WorkloadGenerator.tenant, account: account, key: key,
      action: .credit(Credit(unit: unit, amount: amount())))
    let balance = content.balance(unit)
    switch name {
    case .credit, .atomic: command.action = .credit(credit(balance, at: now))
    case .debit: command.action = .debit(debit(balance))
    case .transfer: command.action = .transfer(transfer(balance, from: account))
    case .reserve:
      command.action = .reserve(reserve(balance, world, index, at: now))
      // The same key in several accounts makes a look-up by key alone ambiguous.
      if random.chance(12) { command.key = IdempotencyKey("shared-\(nextID / 40)") }
    case .setOverdraftLimit:
      command.action = .setOverdraftLimit(
        SetOverdraftLimit(unit: unit, limit: Amount(overdraftLimit(balance))))
    case .recordUsage:
      command.action = .recordUsage(recordUsage(world, index, at: now))
    case .increase, .extend, .report, .settle, .release:
      if !content.hasOpenHold, random.chance(80) {
        command.action = .reserve(reserve(balance, world, index, at: now))
      } else {
        command.action = holdAction(name, content)
        misplace(&command)
      }
    case .reverse:
      command.action = .reverse(reverse(content))
      misplace(&command)
    case .reverseUsage:
      command.action = .reverseUsage(reverseUsage(content))
      misplace(&command)
    case .voidLot, .updateLot:
      command.action = lotAction(name, content, at: now)
      misplace(&command)
    }
    return command
  }

  /// Sometimes leaves the account out, or names another, or asks from another tenant.
  private mutating func misplace(_ command: inout Command) {
    switch random.one(of: [(70, 0), (24, 1), (3, 2), (3, 3)]) {
    case 1: command.account = nil
    case 2: command.account = random.one(of: WorkloadGenerator.accounts)
    case 3:
      command.tenant = WorkloadGenerator.foreignTenant
      if random.chance(50) { command.account = nil }
    default: break
    }
  }

  mutating func amount() -> Amount {
    if profile == .overflow, random.chance(30) {
      return Amount(ModelBalance.bound - random.number(0...20))
    }
    return Amount(random.number(1...(profile == .usage ? 200 : 60)))
  }

  /// An amount at, around or away from a figure.
  mutating func amount(near figure: Int64) -> Amount {
    let chosen: Int64 =
      switch random.one(of: [(20, 0), (12, 1), (10, 2), (20, 3), (20, 4), (5, 5)]) {
      case 0: figure
      case 1: figure - 1
      case 2: figure + 1
      case 3: figure / 2
      case 4: random.number(1...40)
      default: figure * 2
      }
    return Amount(min(max(chosen, 1), ModelBalance.bound))
  }

  mutating func details() -> Details {
    random.chance(15) ? Details(description: random.one(of: ["first", "second"])) : .none
  }

  private mutating func credit(_ balance: ModelBalance, at now: Instant) -> Credit {
    var credit = Credit(unit: balance.unit, amount: amount(), details: details())
    if profile == .overflow, random.chance(40) {
      credit.amount = amount(near: ModelBalance.bound - balance.posted - balance.scheduled)
    }
    credit.kind = random.one(of: ["grant", "topup", "refund"])
    credit.priority = Int(random.number(-1...1))
    credit.category = random.chance(40) ? .promotional : .paid
    let ends = balance.lots.compactMap(\.expiresAt).filter { $0 > now }
    if random.chance(15) {
      credit.effectiveAt = now.advanced(bySeconds: random.one(of: [-60, 0, 30, 60, 90, 300]))
    }
    switch random.one(of: [(35, 0), (40, 1), (15, 2), (2, 3), (8, 4)]) {
    case 1: credit.expiresAt = now.advanced(bySeconds: 30 * random.number(1...20))
    case 2: credit.expiresAt = ends.isEmpty ? nil : random.one(of: ends)
    case 3: credit.expiresAt = now
    case 4: credit.expiresAt = now.advanced(byMicroseconds: random.one(of: [1, 2]))
    default: break
    }
    if let end = credit.expiresAt, let start = credit.effectiveAt, end <= start {
      credit.expiresAt = nil
    }
    return credit
  }

  private mutating func debit(_ balance: ModelBalance) -> Debit {
    Debit(
      unit: balance.unit,
      amount: amount(near: random.chance(50) ? balance.available : balance.free),
      overage: random.one(of: [.reject, .drawAvailable, .overdraft]),
      kind: random.chance(20) ? "fee" : .debit, details: details())
  }

  private mutating func transfer(_ balance: ModelBalance, from account: AccountName) -> Transfer {
    let others = WorkloadGenerator.accounts.filter { $0 != account }
    return Transfer(
      unit: balance.unit, to: random.one(of: others), amount: amount(near: balance.free),
      details: details())
  }

  private mutating func overdraftLimit(_ balance: ModelBalance) -> Int64 {
    if profile == .overflow { return random.one(of: [0, 50, ModelBalance.bound]) }
    return random.one(of: [0, 0, 20, 50, max(0, balance.debt), max(0, balance.debt - 1)])
  }

  private mutating func reserve(
    _ balance: ModelBalance, _ world: NaiveModel, _ account: Int?, at now: Instant
  ) -> Reserve {
    var reserve = Reserve(
      unit: balance.unit,
      amount: amount(near: random.chance(30) ? balance.available : balance.available / 3))
    reserve.expiresInSeconds = random.one(of: [1, 30, 60, 90, 600, 1800])
    reserve.graceSeconds = random.one(of: [0, 0, 0, 1, 30, 3600])
    reserve.floor = random.chance(25) ? .balance : .overdraft
    reserve.onLapse = random.one(of: [.return, .return, .chargeReported, .chargeAll])
    reserve.details = details()
    if random.chance(20) {
      reserve.minimum = Amount(random.number(1...max(1, min(reserve.amount.value, 60))))
    }
    if random.chance(5) {
      reserve.amount = 0
      reserve.minimum = nil
      reserve.allowZero = true
    }
    if random.chance(profile == .usage ? 55 : 12) {
      var items = WorkloadItems.all.map(\.item)
      if random.chance(3) { items = ["nothing"] }
      if profile == .usage, random.chance(30) {
        items = ["budget"]
        reserve.amount = Amount(random.number(1...45))
        reserve.minimum = nil
      }
      for _ in 0..<(random.chance(30) ? 2 : 1) where !items.isEmpty {
        let place = Int(random.number(0...Int64(items.count - 1)))
        let item = items.remove(at: place)
        reserve.counts.append(
          Reserve.Count(item: item, amount: pieces(of: item, world, account, at: now)))
      }
    }
    return reserve
  }

  private mutating func recordUsage(
    _ world: NaiveModel, _ account: Int?, at now: Instant
  ) -> RecordUsage {
    let item: ItemName =
      random.chance(2) ? "nothing" : random.one(of: WorkloadItems.all.map(\.item))
    return RecordUsage(
      item: item, amount: pieces(of: item, world, account, at: now), details: details())
  }

  private mutating func pieces(
    of item: ItemName, _ world: NaiveModel, _ account: Int?, at now: Instant
  ) -> Amount {
    if profile == .overflow, random.chance(30) { return Amount(ModelBalance.bound) }
    guard let account, world.definition(of: item, WorkloadGenerator.tenant) != nil else {
      return 1
    }
    let remaining = world.shown(item, account, at: now).remaining ?? 5
    return amount(near: random.chance(70) ? min(remaining, 8) : remaining + 20)
  }
}
