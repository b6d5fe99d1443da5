internal import Holdfast

/// What the calls under one key, and those on the reservation it made, say about balances when no
/// journal tells which of them happened in which order.
struct AdapterEffects {
  private(set) var findings: [RaceFinding] = []
  private(set) var points: [BalancePoint] = []
  private let key: RaceKey

  /// When a reservation can lapse that no life was asked for.
  private static let standardLife: Int32 = 1800
  /// How much earlier a store may let a reservation lapse than asked for, in microseconds: clocks
  /// do not agree to the last digit.
  private static let tolerance: Int64 = 10_000

  /// One effect with all its calls.
  fileprivate struct Effect {
    let calls: [RecordedCall]
    let call: RaceCall
    /// When it can have happened at the earliest, and when it surely had.
    let possible: Int64
    let sure: Int64
    /// How much it was.
    let amount: ClosedRange<Int64>

    var isSure: Bool { sure < .max }

    /// `nil` where nothing can have happened.
    init?(_ calls: [RecordedCall]) {
      let acting = calls.filter(\.mayHaveActed)
      guard let first = acting.first(where: { $0.effect != nil }) ?? acting.first else {
        return nil
      }
      self.calls = calls
      call = first.call
      possible = acting.map(\.invoked).min() ?? .max
      sure = acting.map(\.returned).min() ?? .max
      amount = first.effect.map { $0.amount...$0.amount } ?? 0...max(0, first.call.amount)
    }

    var acknowledgements: Int64 { Int64(calls.count { $0.effect != nil }) }
  }

  init(_ group: KeyGroup) {
    key = group.key
    for effect in group.effects {
      checkReplays(effect.calls)
      guard let acted = Effect(effect.calls) else { continue }
      let onIt = group.acting.filter {
        $0.call.account == effect.identity.account && $0.call.word != .reverse
      }
      switch effect.identity.word {
      case .reserve: hold(acted, AdapterEffects.byKey(onIt))
      case .credit: credit(acted, to: acted.call.account, mayLapse: acted.call.expires != nil)
      case .reverse: reversal(acted)
      case .debit: charge(acted)
      case .transfer:
        charge(acted)
        credit(acted, to: acted.call.to ?? acted.call.account, mayLapse: false)
      case .setOverdraftLimit:
        add(acted, .min, .overdraftHigh, acted.call.amount)
        add(acted, .min, .overdraftLow, acted.call.amount)
      // What acts on a reservation is judged with it.
      case .settle, .increase, .extend, .release, .recordUsage, .balance: break
      }
    }
    checkEntries(group)
  }

  private static func byKey(_ calls: [RecordedCall]) -> [Effect] {
    Dictionary(grouping: calls) { KeyAndWord(key: $0.call.key, word: $0.call.word) }
      .values.compactMap { Effect($0.sorted { $0.invoked < $1.invoked }) }
      .sorted { $0.possible < $1.possible }
  }

  private struct KeyAndWord: Hashable {
    let key: RaceKey
    let word: RaceWord
  }

  private mutating func add(
    _ effect: Effect, _ at: Int64, _ bound: BalancePoint.Bound, _ change: Int64,
    account: Int32? = nil
  ) {
    guard change != 0 || bound == .overdraftLow, at < .max else { return }
    points.append(
      BalancePoint(
        stream: .balance(account ?? effect.call.account, unit: effect.call.unit), at: at,
        bound: bound, change: change, call: effect.call.id))
  }

  private mutating func find(
    _ invariant: RaceInvariant, _ detail: String, _ calls: [RecordedCall]
  ) {
    findings.append(RaceFinding(invariant, "key \(key.text): \(detail)", calls: calls))
  }

  // MARK: One key

  /// I5: all that is answered under a key is answered to the same question, and the same.
  private mutating func checkReplays(_ calls: [RecordedCall]) {
    let answered = calls.filter { $0.effect != nil }
    guard let first = answered.first else { return }
    if let other = answered.first(where: { !$0.call.asksTheSame(as: first.call) }) {
      find(
        .once, "a call that asks for something else was told that it was done", [first, other])
    } else if let other = answered.first(where: { $0.effect?.amount != first.effect?.amount }) {
      find(.once, "one effect was told with different amounts", [first, other])
    }
    let firsts = answered.filter { $0.effect?.duplicate == false && $0.effect?.version != 0 }
    if firsts.count > 1 { find(.once, "several calls were told that theirs was the first", firsts) }
  }

  private mutating func credit(_ effect: Effect, to account: Int32, mayLapse: Bool) {
    let (least, most) = (effect.amount.lowerBound, effect.amount.upperBound)
    add(effect, effect.possible, .creditHigh, most, account: account)
    add(effect, effect.sure, .creditLow, least, account: account)
    add(effect, 0, .repeatedUp, (effect.acknowledgements - 1) * most, account: account)
    guard mayLapse else { return }
    add(effect, effect.possible, .chargeHigh, most, account: account)
    add(effect, effect.possible, .useHigh, most, account: account)
  }

  /// A reversal gives back what was charged, or takes back what was credited.
  private mutating func reversal(_ effect: Effect) {
    let most = effect.amount.upperBound
    add(effect, effect.possible, .creditHigh, most)
    add(effect, effect.possible, .chargeHigh, most)
    add(effect, effect.possible, .useHigh, most)
  }

  private mutating func charge(_ effect: Effect) {
    let (least, most) = (effect.amount.lowerBound, effect.amount.upperBound)
    for bound in [BalancePoint.Bound.chargeHigh, .useHigh] {
      add(effect, effect.possible, bound, most)
    }
    for bound in [BalancePoint.Bound.chargeLow, .useLow] { add(effect, effect.sure, bound, least) }
    add(effect, 0, .repeatedDown, (effect.acknowledgements - 1) * most)
  }

  // MARK: A reservation

  private mutating func hold(_ hold: Effect, _ acting: [Effect]) {
    let settles = acting.filter { $0.call.word == .settle }
    let increases = acting.filter { $0.call.word == .increase }
    let grown = increases.reduce(0) { $0 + $1.call.amount }
    let closers = acting.filter(\.mayClose)
    checkClosing(closers, settles, hold, grown: grown)
    let life = Int64(hold.call.expires ?? AdapterEffects.standardLife) * 1_000_000
    let extended = acting.contains { $0.call.word == .extend }
    let lapse = extended ? .max : hold.possible + life - AdapterEffects.tolerance
    let end = min(lapse, closers.map(\.possible).min() ?? .max)
    use(of: hold, grown: grown, settles, from: end)
    let closed = closers.filter(\.isSure).map(\.sure).min() ?? .max
    usePossible(of: hold, grown: grown, settles, until: closed)
    for settle in settles {
      add(settle, settle.possible, .chargeHigh, settle.amount.upperBound)
      add(settle, settle.sure, .chargeLow, settle.amount.lowerBound)
      add(settle, 0, .repeatedDown, (settle.acknowledgements - 1) * settle.amount.upperBound)
    }
    held(hold, grown: grown, settles, isOver: closed < .max, end: end)
  }

  /// What it surely takes: all of it until it can have ended, then what was charged.
  private mutating func use(
    of hold: Effect, grown: Int64, _ settles: [Effect], from end: Int64
  ) {
    guard hold.isSure else { return }
    let amount = hold.amount.lowerBound
    if hold.sure < end {
      add(hold, hold.sure, .useLow, amount)
      add(hold, end, .useLow, -amount)
    }
    for settle in settles where settle.isSure {
      add(settle, max(settle.sure, end), .useLow, settle.amount.lowerBound)
    }
  }

  /// What it can take: all of it, and what was charged beyond; once it is closed what was charged.
  private mutating func usePossible(
    of hold: Effect, grown: Int64, _ settles: [Effect], until closed: Int64
  ) {
    var most = hold.amount.upperBound + grown
    add(hold, hold.possible, .useHigh, most)
    let charged = settles.reduce(0) { $0 + $1.amount.upperBound }
    if charged > most, let first = settles.first {
      add(first, first.possible, .useHigh, charged - most)
      most = charged
    }
    add(hold, max(closed, hold.possible), .useHigh, charged - most)
  }

  private mutating func held(
    _ hold: Effect, grown: Int64, _ settles: [Effect], isOver: Bool, end: Int64
  ) {
    let least = settles.reduce(0) { $0 + $1.amount.lowerBound }
    let most = settles.reduce(0) { $0 + $1.amount.upperBound }
    if !isOver { add(hold, 0, .heldHigh, max(0, hold.amount.upperBound + grown - least)) }
    if hold.isSure { add(hold, 0, .heldLow, max(0, hold.amount.lowerBound - most)) }
    if hold.isSure { add(hold, end, .heldLow, -max(0, hold.amount.lowerBound - most)) }
    add(hold, 0, .repeatedHeld, (hold.acknowledgements - 1) * hold.amount.upperBound)
  }

  /// I10: a reservation is closed once, and nothing is charged of it afterwards.
  private mutating func checkClosing(
    _ closers: [Effect], _ settles: [Effect], _ hold: Effect, grown: Int64
  ) {
    let closed = closers.filter {
      $0.isSure && ($0.call.word == .settle || $0.amount.lowerBound > 0)
    }
    if closed.count > 1 {
      find(
        .closed, "its reservation was ended \(closed.count) times", closed.flatMap(\.calls))
    }
    guard let first = closed.min(by: { $0.sure < $1.sure }) else { return }
    for settle in settles
    where settle.isSure && !settle.call.isFinal && settle.possible > first.sure
      && settle.amount.lowerBound > 0
    {
      find(.closed, "its reservation was charged after its end", first.calls + settle.calls)
    }
    for settle in settles
    where settle.isSure && settle.amount.lowerBound > hold.amount.upperBound + grown
      && (settle.call.overage == .capAtReserved || settle.call.overage == .reject)
    {
      find(.reservation, "more was charged than it held", hold.calls + settle.calls)
    }
  }

  // MARK: An adapter's own ledger

  /// I5 and I11, where the adapter tells which keys moved what.
  private mutating func checkEntries(_ group: KeyGroup) {
    for account in Set(group.entries.map(\.account)).sorted() {
      let entries = group.entries.filter { $0.account == account }
      let calls = group.calls.filter { $0.call.account == account || $0.call.to == account }
      if entries.count > 1, Set(calls.map(\.call.word)).count == 1 {
        find(.once, "its ledger has it \(entries.count) times", calls)
      }
      if !calls.contains(where: \.mayHaveActed) {
        find(.durable, "its ledger has it, and no call can have done it", calls)
      }
    }
    guard group.hasEntries else { return }
    for call in group.calls {
      guard let effect = call.effect, effect.amount > 0, call.call.word.movesPosted,
        !group.entries.contains(where: { $0.account == call.call.account })
      else { continue }
      find(.durable, "it was acknowledged, and is not in its ledger", [call])
    }
  }
}

extension AdapterEffects.Effect {
  /// Whether the reservation is closed by it.
  fileprivate var mayClose: Bool {
    call.word == .release || (call.word == .settle && call.isFinal)
  }
}

extension RaceWord {
  fileprivate var movesPosted: Bool {
    switch self {
    case .credit, .debit, .transfer, .settle: true
    default: false
    }
  }
}
