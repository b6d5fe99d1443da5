import Holdfast
import HoldfastTesting

/// What many tasks do at once on a few accounts: the same calls again and again, each under its key.
struct RacePlan: Sendable {
  /// A call; however often it is made, it has one effect.
  enum Call: Sendable {
    case command(Command)
    case group(Group)
  }

  static let tenant: TenantName = "race"
  static let item: ItemName = "image"
  private(set) var calls: [Call] = []
  private var random: SplitMix
  private let start: Instant
  private var reserves: [(key: IdempotencyKey, account: AccountName)] = []

  /// - Parameter start: When the calls begin to be made.
  init(seed: UInt64, count: Int, at start: Instant) {
    random = SplitMix(seed: seed)
    self.start = start
    for index in 0..<count {
      let call = call(index)
      calls.append(call)
    }
  }

  /// In which order the calls are made: each one to four times, near each other.
  mutating func schedule() -> [Int] {
    let repeated = calls.indices.flatMap { index in
      [Int](repeating: index, count: Int(random.number(1...4)))
    }
    let placed = repeated.enumerated().map { place, index in
      (place: Int64(place) + random.number(0...60), index: index)
    }
    return placed.sorted { $0.place < $1.place }.map(\.index)
  }

  /// Eight accounts that all work on, and now and then one that nobody used before.
  private mutating func account(_ index: Int) -> AccountName {
    if random.chance(8) { return AccountName("new-\(index / 10)") }
    return AccountName("account-\(random.number(0...7))")
  }

  private mutating func call(_ index: Int) -> Call {
    let key = IdempotencyKey("k\(index)")
    guard random.chance(20) else { return .command(command(index, key)) }
    let count = Int(random.number(2...4))
    let members = (0..<count).map { member in
      var command = command(index, IdempotencyKey("k\(index).\(member)"), inGroup: true)
      if random.chance(50), command.account != nil { command.key = nil }
      return command
    }
    return .group(Group(tenant: RacePlan.tenant, key: key, commands: members))
  }

  private mutating func command(
    _ index: Int, _ key: IdempotencyKey, inGroup: Bool = false
  ) -> Command {
    let account = account(index)
    let unit: UnitName = random.chance(80) ? "credits" : "tokens"
    let amount = Amount(random.number(1...40))
    let action: Command.Action
    switch random.number(0...99) {
    case ..<18:
      let expiresAt =
        random.chance(40) ? start.advanced(bySeconds: random.number(4...20)) : nil
      action = .credit(Credit(unit: unit, amount: amount + amount, expiresAt: expiresAt))
    case ..<30: action = .debit(Debit(unit: unit, amount: amount, overage: .drawAvailable))
    case ..<45:
      let to = self.account(index)
      action =
        to == account
        ? .debit(Debit(unit: unit, amount: amount))
        : .transfer(Transfer(unit: unit, to: to, amount: amount))
    case ..<70:
      if !inGroup { reserves.append((key, account)) }
      let counts = random.chance(20) ? [Reserve.Count(item: RacePlan.item, amount: 1)] : []
      action = .reserve(
        Reserve(
          unit: unit, amount: amount, expiresInSeconds: Int(random.number(1...6)),
          counts: counts, onLapse: random.one(of: Reserve.OnLapse.allCases)))
    case ..<78: action = .recordUsage(RecordUsage(item: RacePlan.item, amount: 1))
    case ..<80: action = .setOverdraftLimit(SetOverdraftLimit(unit: unit, limit: amount))
    default: return ending(key, inGroup: inGroup)
    }
    return Command(tenant: RacePlan.tenant, account: account, key: key, action: action)
  }

  /// Settles, releases or grows a reservation of before, by its key; half of the time without saying
  /// whose it is.
  private mutating func ending(_ key: IdempotencyKey, inGroup: Bool) -> Command {
    guard !reserves.isEmpty else {
      return Command(
        tenant: RacePlan.tenant, account: "account-0", key: key,
        action: .credit(Credit(unit: "credits", amount: 1)))
    }
    let recent = reserves.suffix(40)
    let reserve = random.one(of: Array(recent))
    let reference = ReservationReference.key(reserve.key)
    let amount = Amount(random.number(0...20))
    let action: Command.Action =
      switch random.number(0...9) {
      case ..<6:
        .settle(
          Settle(
            reservation: reference, amount: amount, final: random.chance(60),
            overage: .drawAvailable, late: .chargeAvailable))
      case ..<8 where !inGroup: .release(Release(reservation: reference))
      case ..<9: .increase(Increase(reservation: reference, amount: amount + 1))
      default: .extend(Extend(reservation: reference, by: .fromNow(seconds: 2)))
      }
    return Command(
      tenant: RacePlan.tenant, account: random.chance(50) ? reserve.account : nil, key: key,
      action: action)
  }
}
