/// All commands, most of them on few accounts.
struct MixedScript: ClientScript {
  static let accounts: Int32 = 200
  /// How many reservations a client works on at a time. Were they left open, ever more lots would be
  /// pinned by them.
  static let openAtOnce = 3

  let pauses: Bool
  private var open: [OpenHold] = []
  private var entries: [(key: RaceKey, account: Int32, amount: Int64)] = []

  init(pauses: Bool) {
    self.pauses = pauses
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    let pause = pauses ? maker.random.number(0...5000) : 0
    let first = call(&maker)
    guard maker.random.chance(5) else { return RaceStep(first, pause: pause) }
    return RaceStep([first, maker.again(first)], pause: pause)
  }

  private mutating func call(_ maker: inout CallMaker) -> RaceCall {
    let account = AccountChoice.zipf(MixedScript.accounts).next(&maker.random)
    switch maker.random.number(0...99) {
    case 0..<36:
      if open.count >= MixedScript.openAtOnce, let call = onHold(&maker) { return call }
      return maker.call(
        .reserve, account: account, amount: maker.random.number(5...90),
        item: maker.random.chance(10) ? 0 : nil,
        expires: maker.random.chance(15) ? Int32(maker.random.number(1...3)) : nil)
    case 36..<66: return onHold(&maker) ?? credit(&maker, account)
    case 66..<76: return credit(&maker, account)
    case 76..<84:
      let overages: [RaceCall.Overage] = [.standard, .standard, .drawAvailable, .overdraft]
      return maker.call(
        .debit, account: account, amount: maker.random.number(1...60),
        overage: maker.random.one(of: overages))
    case 84..<89:
      let to = (account + 1 + Int32(maker.random.next() % 20)) % MixedScript.accounts
      return maker.call(.transfer, account: account, amount: maker.random.number(1...50), to: to)
    case 89..<92:
      guard let entry = entries.popLast() else { return credit(&maker, account) }
      return maker.call(
        .reverse, account: entry.account, amount: max(1, entry.amount / 2), subject: entry.key)
    case 92..<97:
      return maker.call(
        .recordUsage, account: account, amount: maker.random.number(1...2), item: 0)
    case 97:
      return maker.call(
        .setOverdraftLimit, account: account, amount: maker.random.number(0...10) * 100)
    default: return maker.call(.balance, account: account)
    }
  }

  private func credit(_ maker: inout CallMaker, _ account: Int32) -> RaceCall {
    let second = Int32(maker.now / 1_000_000) + Int32(maker.random.number(3...30))
    // About as much as is spent: balances run out, and their lots do not pile up.
    return maker.call(
      .credit, account: account, amount: maker.random.number(10...90),
      expires: maker.random.chance(20) ? second : nil)
  }

  /// Something with a reservation of its own; `nil` where it has none.
  private mutating func onHold(_ maker: inout CallMaker) -> RaceCall? {
    guard !open.isEmpty else { return nil }
    let hold = open[Int(maker.random.next() % UInt64(open.count))]
    switch maker.random.number(0...9) {
    case 0..<6:
      let overages: [RaceCall.Overage] = [
        .standard, .standard, .standard, .reject, .capAtReserved, .overdraft,
      ]
      return maker.call(
        .settle, account: hold.account, amount: maker.random.number(0...hold.held + 10),
        subject: hold.key, isFinal: true, overage: maker.random.one(of: overages))
    case 6..<8: return maker.call(.release, account: hold.account, subject: hold.key)
    case 8:
      return maker.call(
        .settle, account: hold.account, amount: maker.random.number(1...10), subject: hold.key)
    default:
      return maker.random.chance(80)
        ? maker.call(
          .increase, account: hold.account, amount: maker.random.number(1...30), subject: hold.key)
        : maker.call(
          .extend, account: hold.account, amount: maker.random.number(2...60), subject: hold.key)
    }
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    if let hold = OpenHold(call, answer, at: now) {
      guard !open.contains(where: { $0.key == hold.key }) else { return }
      open.append(hold)
      return
    }
    if let subject = call.subject, MixedScript.isOver(call, answer) {
      open.removeAll { $0.key == subject }
      return
    }
    guard case .applied(let effect) = answer, call.word == .credit || call.word == .debit,
      effect.amount > 0
    else { return }
    entries.append((call.key, call.account, effect.amount))
    if entries.count > 5 { entries.removeFirst() }
  }

  /// Whether the reservation that the call names is known to be open no more.
  private static func isOver(_ call: RaceCall, _ answer: RaceAnswer) -> Bool {
    switch answer {
    case .applied: call.word == .release || call.word == .settle && call.isFinal
    case .refused(let refusal): refusal.code.hasPrefix("reservation_")
    case .unknown: false
    }
  }
}
