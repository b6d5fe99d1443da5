import HoldfastTesting

@testable import Holdfast

/// A seeded random walk of commands that act on lots, over two accounts of one store.
///
/// Refused commands are part of it. `outcomes` tells what was met, so that a test can see that the walk
/// went everywhere.
struct LotWalk {
  static let accounts: [AccountName] = ["ada", "bob"]
  let clock = TestClock()
  let store: InMemoryStore
  private(set) var outcomes: [String: Int] = [:]
  private var random: SplitMix
  private var step = 0
  private var holds: [AccountName: [ReservationID]] = [:]
  private var entries: [AccountName: [EntryID]] = [:]
  private var lots: [AccountName: [LotID]] = [:]

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    store = InMemoryStore(clock: clock.storeClock)
  }

  /// Takes one step. What it did, for the message of a failure.
  mutating func next() async -> String {
    step += 1
    if Int.random(in: 0..<5, using: &random) == 0 {
      let seconds = Int64.random(in: 1...90, using: &random)
      clock.advance(bySeconds: seconds)
      return "step \(step): \(seconds) s pass"
    }
    let account = LotWalk.accounts[.random(in: 0...1, using: &random)]
    guard let action = action(on: account) else { return "step \(step): nothing to act on" }
    let command = Command(
      tenant: "acme", account: account, key: IdempotencyKey("step-\(step)"), action: action)
    let outcome: String
    do throws(LedgerError) {
      let result = try await store.submit(command)
      note(result, of: account)
      outcome = "\(action.name)"
    } catch {
      outcome = error.code.rawValue
    }
    outcomes[outcome, default: 0] += 1
    return "step \(step): \(account) \(action) became \(outcome)"
  }

  private mutating func note(_ result: CommandResult, of account: AccountName) {
    switch result.outcome {
    case .credit(let credit):
      entries[account, default: []].append(credit.entryId)
      lots[account, default: []].append(credit.lotId)
    case .debit(let debit): entries[account, default: []].append(debit.entryId)
    case .settle(let settle): entries[account, default: []].append(settle.entryId)
    case .transfer(let transfer): entries[account, default: []].append(transfer.entryId)
    case .reservation(let hold):
      if holds[account]?.contains(hold.reservationId) != true {
        holds[account, default: []].append(hold.reservationId)
      }
    default: break
    }
  }

  private mutating func amount(upTo most: Int64) -> Amount {
    Amount(.random(in: 1...most, using: &random))
  }

  private mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  /// One of the latest, so that some are still open.
  private mutating func pick<ID>(_ ids: [ID]?) -> ID? {
    ids?.suffix(12).randomElement(using: &random)
  }

  private mutating func action(on account: AccountName) -> Command.Action? {
    switch Int.random(in: 0..<22, using: &random) {
    case 0...3: return .credit(credit())
    case 4...5:
      return .debit(
        Debit(
          unit: "credits", amount: amount(upTo: 120),
          overage: Debit.Overage.allCases.randomElement(using: &random) ?? .reject))
    case 6...9: return .reserve(reserve())
    case 10:
      let other = LotWalk.accounts[account == "ada" ? 1 : 0]
      return .transfer(Transfer(unit: "credits", to: other, amount: amount(upTo: 40)))
    case 11:
      return .setOverdraftLimit(
        SetOverdraftLimit(unit: "credits", limit: Amount(.random(in: 0...250, using: &random))))
    case 12...13:
      return pick(entries[account]).map {
        .reverse(Reverse(entry: $0, amount: chance(2) ? amount(upTo: 30) : nil))
      }
    case 14: return pick(lots[account]).map { .voidLot(VoidLot(lot: $0)) }
    case 15: return pick(lots[account]).map { .updateLot(update($0)) }
    default: return pick(holds[account]).map { change(.id($0)) }
    }
  }

  private mutating func credit() -> Credit {
    let now = clock.now
    let effectiveAt =
      chance(4) ? now.advanced(bySeconds: .random(in: 1...60, using: &random)) : nil
    let life = Int64.random(in: 1...200, using: &random)
    return Credit(
      unit: "credits", amount: amount(upTo: 100),
      expiresAt: chance(2) ? (effectiveAt ?? now).advanced(bySeconds: life) : nil,
      effectiveAt: effectiveAt, priority: .random(in: -1...1, using: &random),
      category: chance(2) ? .promotional : .paid)
  }

  private mutating func reserve() -> Reserve {
    let most = amount(upTo: 80)
    return Reserve(
      unit: "credits", amount: most,
      minimum: chance(3) ? Amount(.random(in: 1...most.value, using: &random)) : nil,
      expiresInSeconds: .random(in: 1...120, using: &random),
      graceSeconds: chance(3) ? .random(in: 1...30, using: &random) : 0,
      floor: chance(3) ? .balance : .overdraft,
      onLapse: Reserve.OnLapse.allCases.randomElement(using: &random) ?? .return)
  }

  private mutating func update(_ lot: LotID) -> UpdateLot {
    let seconds = Int64.random(in: -30...120, using: &random)
    let expiry: UpdateLot.Expiry = chance(3) ? .never : .at(clock.now.advanced(bySeconds: seconds))
    return UpdateLot(
      lot: lot, expiry: expiry, priority: chance(2) ? .random(in: -1...1, using: &random) : nil)
  }

  private mutating func change(_ hold: ReservationReference) -> Command.Action {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .increase(Increase(reservation: hold, amount: amount(upTo: 30)))
    case 1: return .extend(Extend(reservation: hold, by: .fromNow(seconds: 60)))
    case 2: return .report(Report(reservation: hold, used: amount(upTo: 60)))
    case 3: return .release(Release(reservation: hold))
    default:
      return .settle(
        Settle(
          reservation: hold, amount: Amount(.random(in: 0...90, using: &random)),
          final: chance(2),
          overage: Settle.Overage.allCases.randomElement(using: &random) ?? .reject,
          late: chance(2) ? .chargeAvailable : .reject))
    }
  }
}
