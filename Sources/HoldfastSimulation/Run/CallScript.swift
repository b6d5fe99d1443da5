internal import Holdfast
internal import HoldfastTesting

/// What a caller asks for, call by call. Accounts are few, so that calls meet.
struct CallScript {
  let caller: Int
  let plan: SimulationPlan
  var random: SplitMix
  private var count = 0
  /// The caller's own reservations, which may be closed by now.
  private var own: [OpenedReservation] = []

  static let tenant: TenantName = "simulated"
  static let unit: UnitName = "credits"
  /// A text that the simulated server does not take.
  static let poison = "poison"
  static let item = UsageItemDefinition(
    item: "image",
    limits: [UsageLimit(window: .fixed(anchor: SimulatedClock.start, seconds: 60), maximum: 12)],
    overage: .charge(UsagePrice(unit: "credits", amount: 1)))

  init(caller: Int, plan: SimulationPlan, seed: UInt64) {
    self.caller = caller
    self.plan = plan
    random = SplitMix(seed: seed)
  }

  /// - Parameter others: what all callers have reserved lately.
  mutating func next(_ others: [OpenedReservation]) -> Submission {
    count += 1
    let key = IdempotencyKey("\(caller)-\(count)")
    if random.chance(10) {
      let members = (0..<Int(random.number(2...3))).map { _ in member() }
      return .group(Group(tenant: CallScript.tenant, key: key, commands: members))
    }
    // A key that several callers use at about the same time: whoever comes first applies it.
    if random.chance(12) {
      return .command(
        Command(
          tenant: CallScript.tenant, account: account(0),
          key: IdempotencyKey("shared-\(count)"),
          action: .credit(Credit(unit: CallScript.unit, amount: 7))))
    }
    return .command(command(key, others))
  }

  /// Further commands that go with the first, now and then.
  mutating func list(_ first: Submission, _ others: [OpenedReservation]) -> [Submission] {
    guard case .command = first, random.chance(8) else { return [first] }
    let more = (0..<2).map { _ in next(others) }
    return [first] + more.filter { if case .command = $0 { true } else { false } }
  }

  /// After how many microseconds the caller no longer waits; mostly it waits.
  mutating func impatience() -> Int64? {
    random.chance(4) ? random.number(0...2_000) : nil
  }

  /// Microseconds before the next call.
  mutating func pause() -> Int64 {
    switch random.number(0...9) {
    case 0...4: random.number(0...2_000)
    case 5...8: random.number(0...100_000)
    default: random.number(0...4_000_000)
    }
  }

  private func account(_ index: Int) -> AccountName { AccountName("account-\(index)") }

  private mutating func anyAccount() -> AccountName {
    account(Int(random.number(0...Int64(plan.accounts - 1))))
  }

  private mutating func member() -> Command {
    let action: Command.Action =
      random.chance(50)
      ? .debit(Debit(unit: CallScript.unit, amount: 2))
      : .credit(Credit(unit: CallScript.unit, amount: 3))
    return Command(tenant: CallScript.tenant, account: anyAccount(), action: action)
  }

  private mutating func command(
    _ key: IdempotencyKey, _ others: [OpenedReservation]
  ) -> Command {
    if random.chance(25), let reservation = own.last { return command(key, on: reservation) }
    if random.chance(25), !others.isEmpty { return command(key, on: random.one(of: others)) }
    let account = anyAccount()
    let unit = CallScript.unit
    let action: Command.Action
    switch random.number(0...99) {
    case 0..<30:
      let seconds = random.one(of: [1, 3, 20, 600])
      let reserve = Reserve(
        unit: unit, amount: Amount(random.number(1...30)), expiresInSeconds: seconds)
      own.append(OpenedReservation(key: key, account: account))
      action = .reserve(reserve)
    case 30..<50:
      var credit = Credit(unit: unit, amount: Amount(random.number(1...50)))
      if random.chance(15) { credit.unit = "tokens" }
      if random.chance(10) { credit.details = Details(description: CallScript.poison) }
      action = .credit(credit)
    case 50..<70: action = .debit(Debit(unit: unit, amount: Amount(random.number(1...20))))
    case 70..<80: action = .recordUsage(RecordUsage(item: CallScript.item.item))
    default:
      let other = self.account(plan.accounts)
      action = .transfer(Transfer(unit: unit, to: other, amount: Amount(random.number(1...5))))
    }
    return Command(tenant: CallScript.tenant, account: account, key: key, action: action)
  }

  private mutating func command(
    _ key: IdempotencyKey, on reservation: OpenedReservation
  ) -> Command {
    let reference: ReservationReference =
      reservation.id.map { .id($0) } ?? .key(reservation.key)
    let action: Command.Action
    switch random.number(0...9) {
    case 0...1: action = .increase(Increase(reservation: reference, amount: 3))
    case 2...3: action = .release(Release(reservation: reference))
    case 4...6:
      action = .settle(Settle(reservation: reference, amount: Amount(random.number(0...9))))
      if random.chance(80) { own.removeAll { $0.key == reservation.key } }
    default:
      action = .settle(Settle(reservation: reference, amount: 2, final: false))
    }
    // Named by key alone, the account is looked up by a read.
    let isNamed = reservation.id == nil && !random.chance(20)
    let account = isNamed ? reservation.account : nil
    return Command(tenant: CallScript.tenant, account: account, key: key, action: action)
  }
}
