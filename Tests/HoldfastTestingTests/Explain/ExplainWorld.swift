import HoldfastTesting

@testable import Holdfast

/// Two accounts in which commands of every kind are given at random, by seed.
///
/// Some are refused. `ids` are those of what was accepted.
struct ExplainWorld {
  static let tenant: TenantName = "acme/production"
  static let units: [UnitName] = ["credits", "tokens"]
  static let accounts: [AccountName] = ["ada", "bob"]

  let clock = SimulatedClock()
  let store: InMemoryStore
  private(set) var entries: [(account: AccountName, id: EntryID)] = []
  private(set) var reservations: [(account: AccountName, id: ReservationID)] = []
  private(set) var lots: [(account: AccountName, id: LotID)] = []
  private(set) var records: [(account: AccountName, id: UsageRecordID)] = []
  private(set) var keys: [(account: AccountName, key: IdempotencyKey)] = []
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) async throws {
    store = InMemoryStore(clock: clock.storeClock)
    state = seed
    try await store.define(
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: .lifetime, maximum: 3)],
        overage: .charge(UsagePrice(unit: "credits", amount: 3, per: 2))), in: ExplainWorld.tenant)
    for account in ExplainWorld.accounts {
      try await act(account, .credit(Credit(unit: "credits", amount: 200)))
    }
  }

  static func address(_ account: AccountName) -> AccountAddress {
    AccountAddress(tenant: tenant, account: account)
  }

  // MARK: Chance

  /// SplitMix64.
  mutating func random(_ range: ClosedRange<Int64>) -> Int64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    word ^= word >> 31
    return range.lowerBound + Int64(word % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(random(0...Int64(elements.count - 1)))]
  }

  /// One of the latest, so that most of what is tried still stands.
  private mutating func pickLate<Element>(_ elements: [Element]) -> Element? {
    pick(Array(elements.suffix(8)))
  }

  private mutating func amount(_ highest: Int64 = 80) -> Amount { Amount(random(1...highest)) }
  private mutating func chance(_ percent: Int64) -> Bool { random(1...100) <= percent }

  // MARK: Commands

  /// Gives a command, now and then after some time.
  mutating func step() async throws {
    if chance(30) { clock.advance(bySeconds: random(1...900)) }
    guard let account = pick(ExplainWorld.accounts) else { return }
    let unit = chance(80) ? ExplainWorld.units[0] : ExplainWorld.units[1]
    guard let action = action(of: account, unit) else { return }
    try await act(account, action)
  }

  private mutating func action(
    of account: AccountName, _ unit: UnitName
  ) -> Command.Action? {
    switch random(1...20) {
    case 1...3: return credit(unit)
    case 4: return .debit(Debit(unit: unit, amount: amount(), overage: overage()))
    case 5...8: return reserve(unit)
    case 9...16: return onReservation(of: account)
    case 17:
      return .transfer(
        Transfer(unit: unit, to: account == "ada" ? "bob" : "ada", amount: amount(40)))
    case 18: return .setOverdraftLimit(SetOverdraftLimit(unit: unit, limit: Amount(random(0...90))))
    case 19:
      return chance(50) ? usage(of: account) : onLot(of: account)
    default:
      guard let entry = pickLate(entries.filter { $0.account == account }) else { return nil }
      return .reverse(Reverse(entry: entry.id, amount: chance(50) ? amount(30) : nil))
    }
  }

  private mutating func overage() -> Debit.Overage { pick(Debit.Overage.allCases) ?? .reject }

  private mutating func credit(_ unit: UnitName) -> Command.Action {
    var credit = Credit(unit: unit, amount: amount(), kind: chance(50) ? .grant : "topup")
    if chance(25) { credit.effectiveAt = clock.now.advanced(bySeconds: random(1...900)) }
    if chance(70) {
      credit.expiresAt = (credit.effectiveAt ?? clock.now).advanced(bySeconds: random(1...3000))
    }
    credit.priority = Int(random(-1...1))
    if chance(50) { credit.category = .promotional }
    return .credit(credit)
  }

  private mutating func reserve(_ unit: UnitName) -> Command.Action {
    var reserve = Reserve(
      unit: unit, amount: amount(), expiresInSeconds: Int(random(1...1800)),
      graceSeconds: Int(random(0...60)), onLapse: pick(Reserve.OnLapse.allCases) ?? .return)
    if chance(30) { reserve.minimum = 1 }
    if chance(20) { reserve.counts = [Reserve.Count(item: "image", amount: amount(4))] }
    return .reserve(reserve)
  }

  private mutating func onReservation(of account: AccountName) -> Command.Action? {
    guard let found = pickLate(reservations.filter { $0.account == account }) else { return nil }
    let hold = ReservationReference.id(found.id)
    switch random(1...10) {
    case 1...2: return .increase(Increase(reservation: hold, amount: amount(20)))
    case 3: return .extend(Extend(reservation: hold, by: .fromNow(seconds: Int(random(1...900)))))
    case 4...5: return .report(Report(reservation: hold, used: amount(40)))
    case 6: return .release(Release(reservation: hold, reason: "no longer wanted"))
    default:
      return .settle(
        Settle(
          reservation: hold, amount: amount(60), final: chance(50),
          overage: pick(Settle.Overage.allCases) ?? .drawAvailable,
          late: chance(50) ? .chargeAvailable : .reject))
    }
  }

  private mutating func usage(of account: AccountName) -> Command.Action? {
    if chance(60) { return .recordUsage(RecordUsage(item: "image", amount: amount(6))) }
    guard let record = pickLate(records.filter { $0.account == account }) else { return nil }
    return .reverseUsage(ReverseUsage(record: record.id))
  }

  private mutating func onLot(of account: AccountName) -> Command.Action? {
    guard let lot = pickLate(lots.filter { $0.account == account }) else { return nil }
    if chance(40) { return .voidLot(VoidLot(lot: lot.id)) }
    let expiry = clock.now.advanced(bySeconds: random(-60...900))
    return .updateLot(UpdateLot(lot: lot.id, expiry: .at(expiry), priority: Int(random(-1...1))))
  }

  /// A refusal is fine.
  private mutating func act(_ account: AccountName, _ action: Command.Action) async throws {
    count += 1
    let key = IdempotencyKey("key-\(count)")
    let command = Command(
      tenant: ExplainWorld.tenant, account: account, key: key, action: action)
    let result: CommandResult
    do throws(LedgerError) { result = try await store.submit(command) } catch { return }
    keys.append((account, key))
    switch result.outcome {
    case .credit(let credit):
      entries.append((account, credit.entryId))
      lots.append((account, credit.lotId))
    case .debit(let debit): entries.append((account, debit.entryId))
    case .settle(let settle): entries.append((account, settle.entryId))
    case .reservation(let held) where action.name == .reserve:
      reservations.append((account, held.reservationId))
    case .recordUsage(let usage):
      if let record = usage.recordId { records.append((account, record)) }
    default: break
    }
  }
}
