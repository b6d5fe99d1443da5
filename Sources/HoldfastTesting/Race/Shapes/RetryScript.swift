/// Sends each call one to five times at once under one key, now and then with another amount.
struct RetryScript: ClientScript {
  let accounts: Int32
  private var open: [OpenHold] = []

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    let call = original(&maker)
    var calls = [call]
    for _ in 0..<maker.random.number(0...4) {
      var copy = maker.again(call)
      if copy.amount > 1, maker.random.chance(15) { copy.amount -= 1 }
      calls.append(copy)
    }
    return RaceStep(calls)
  }

  private mutating func original(_ maker: inout CallMaker) -> RaceCall {
    let account = Int32(maker.random.next() % UInt64(accounts))
    if maker.random.chance(45), let hold = open.popLast() {
      return maker.random.chance(80)
        ? maker.call(
          .settle, account: hold.account, amount: max(1, hold.held - 3), subject: hold.key,
          isFinal: true)
        : maker.call(.release, account: hold.account, subject: hold.key)
    }
    if maker.random.chance(20) {
      return maker.call(.credit, account: account, amount: maker.random.number(50...90))
    }
    return maker.call(.reserve, account: account, amount: maker.random.number(20...80))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    guard let hold = OpenHold(call, answer, at: now), !open.contains(where: { $0.key == hold.key })
    else { return }
    open.append(hold)
    if open.count > 20 { open.removeFirst() }
  }
}
