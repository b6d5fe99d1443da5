import HoldfastTesting

@testable import Holdfast

/// Commands drawn from a seed, close enough to each other that lots, debts, lapses and reversals
/// meet.
struct RandomWorkload {
  static let tenant: TenantName = "acme"

  let clock: SimulatedClock
  let store: InMemoryStore
  private var random: SplitMix
  private var reservations: [ReservationReference] = []
  private var entries: [EntryID] = []
  private var lots: [LotID] = []
  private var records: [UsageRecordID] = []
  private(set) var applied = 0

  init(seed: UInt64, start: Instant = SimulatedClock.start) {
    clock = SimulatedClock(start)
    store = InMemoryStore(clock: clock.storeClock)
    random = SplitMix(seed: seed)
  }

  static func contents(seed: UInt64, count: Int) async throws -> (LedgerContents, applied: Int) {
    let workload = try await run(seed: seed, count: count)
    return (try await LedgerContents(of: tenant, in: workload.store), workload.applied)
  }

  /// The workload after so many commands, from an instant on.
  static func run(
    seed: UInt64, count: Int, start: Instant = SimulatedClock.start
  ) async throws -> RandomWorkload {
    var workload = RandomWorkload(seed: seed, start: start)
    try await workload.define()
    for index in 0..<count { try await workload.step(index) }
    return workload
  }

  private func define() async throws {
    let hour = Window.calendar(CalendarWindow(unit: .hour, timeZone: "UTC"))
    for (item, maximum, overage) in [
      ("block", 12, .block), ("allow", 12, .allow),
      ("charge", 4, .charge(UsagePrice(unit: "b", amount: 3, per: 2, cap: 30))),
    ] as [(ItemName, Amount, UsageOverage)] {
      try await store.define(
        UsageItemDefinition(
          item: item,
          limits: [
            UsageLimit(window: hour, maximum: maximum),
            UsageLimit(window: hour, maximum: 60, measures: .spent("a")),
          ], overage: overage), in: RandomWorkload.tenant)
    }
  }

  private mutating func step(_ index: Int) async throws {
    clock.advance(bySeconds: random.pick([0, 0, 0, 0, 1, 1, 5, 30, 60, 600]))
    if random.below(10) == 0 {
      let commands = (0..<3).map { _ in command(key: nil) }
      let group = Group(
        tenant: RandomWorkload.tenant, key: IdempotencyKey("group-\(index)"), commands: commands)
      note((try? await store.submit(group)) ?? [])
      return
    }
    if let result = try? await store.submit(command(key: IdempotencyKey("key-\(index)"))) {
      note([result])
    }
  }

  private mutating func note(_ results: [CommandResult]) {
    for result in results {
      switch result.outcome {
      case .credit(let credit):
        entries.append(credit.entryId)
        lots.append(credit.lotId)
      case .debit(let debit): entries.append(debit.entryId)
      case .settle(let settle): entries.append(settle.entryId)
      case .reservation(let hold): reservations.append(.id(hold.reservationId))
      case .recordUsage(let usage):
        guard let record = usage.recordId else { continue }
        records.append(record)
      default: break
      }
      applied += 1
    }
  }

  private mutating func command(key: IdempotencyKey?) -> Command {
    let action = action()
    var account: AccountName?
    switch action {
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit:
      account = random.pick(["ada", "bob"])
    default: break
    }
    return Command(tenant: RandomWorkload.tenant, account: account, key: key, action: action)
  }

  private mutating func action() -> Command.Action {
    let unit: UnitName = random.pick(["a", "a", "b"])
    let amount = Amount(Int64(1 + random.below(40)))
    switch random.below(20) {
    case 0...2: return .credit(credit(unit, amount))
    case 3:
      return .debit(
        Debit(unit: unit, amount: amount, overage: random.pick(Debit.Overage.allCases)))
    case 4:
      return .transfer(Transfer(unit: unit, to: random.pick(["bob", "cleo"]), amount: amount))
    case 5...7: return .reserve(reserve(unit, amount))
    case 8...13 where !reservations.isEmpty: return actionOnHold(amount)
    case 14...15 where !entries.isEmpty:
      return .reverse(
        Reverse(entry: random.pick(entries), amount: random.pick([nil, 1, amount])))
    case 16:
      return .recordUsage(
        RecordUsage(
          item: random.pick(["block", "allow", "charge"]), amount: Amount(1 + amount.value % 9)))
    case 17 where !records.isEmpty:
      return .reverseUsage(
        ReverseUsage(record: random.pick(records), amount: random.pick([nil, 1, 2])))
    case 18 where !lots.isEmpty: return actionOnLot()
    default:
      return .setOverdraftLimit(SetOverdraftLimit(unit: unit, limit: random.pick([0, 50, 200])))
    }
  }

  private mutating func actionOnHold(_ amount: Amount) -> Command.Action {
    let recent = random.pick(reservations.suffix(3))
    switch random.below(12) {
    case 0...1: return .increase(Increase(reservation: recent, amount: amount))
    case 2: return .extend(Extend(reservation: recent, by: .fromNow(seconds: 900)))
    case 3...4: return .report(Report(reservation: recent, used: amount))
    case 5...6: return .release(Release(reservation: random.pick(reservations.suffix(6))))
    default:
      return .settle(
        Settle(
          reservation: random.pick(reservations.suffix(6)), amount: amount,
          final: random.pick([true, false]), overage: random.pick(Settle.Overage.allCases),
          late: random.pick(Settle.Late.allCases)))
    }
  }

  private mutating func actionOnLot() -> Command.Action {
    let lot = random.pick(lots.suffix(8))
    if random.below(3) == 0 { return .voidLot(VoidLot(lot: lot)) }
    let expiry: UpdateLot.Expiry = random.pick([
      .unchanged, .never, .at(clock.now.advanced(bySeconds: -5)),
      .at(clock.now.advanced(bySeconds: 600)),
    ])
    return .updateLot(UpdateLot(lot: lot, expiry: expiry, priority: random.pick([nil, 0, 3])))
  }

  private mutating func credit(_ unit: UnitName, _ amount: Amount) -> Credit {
    let effective: Int64 = random.pick([0, 0, 0, 60, 1800])
    let life: Int64? = random.pick([nil, 60, 600, 1800])
    return Credit(
      unit: unit, amount: amount,
      expiresAt: life.map { clock.now.advanced(bySeconds: effective + $0) },
      effectiveAt: effective == 0 ? nil : clock.now.advanced(bySeconds: effective),
      priority: random.pick([0, 0, 1]), category: random.pick(Credit.Category.allCases),
      costBasis: random.pick([nil, 77]))
  }

  private mutating func reserve(_ unit: UnitName, _ amount: Amount) -> Reserve {
    var items: [ItemName] = ["block", "allow", "charge"]
    items.removeFirst(random.below(3))
    let counts = random.below(2) == 0 ? [] : items.map { Reserve.Count(item: $0, amount: 2) }
    return Reserve(
      unit: unit, amount: amount, minimum: random.pick([nil, nil, 1]),
      expiresInSeconds: random.pick([1, 60, 600, 7200]), graceSeconds: random.pick([0, 30]),
      floor: random.pick(Reserve.Floor.allCases), counts: counts,
      onLapse: random.pick(Reserve.OnLapse.allCases))
  }
}

extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element {
    values[values.index(values.startIndex, offsetBy: below(values.count))]
  }
}
