/// Counts usage at the edge of a limit, by itself and with reserves; account after account.
struct LimitScript: ClientScript {
  static let maximum: Int64 = 100

  let accounts: Int32
  private var steps: Int32 = 0
  private var open: OpenHold?

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    if let hold = open {
      open = nil
      return RaceStep(maker.call(.release, account: hold.account, subject: hold.key))
    }
    steps += 1
    let account = (steps / 20) % accounts
    if maker.random.chance(30) {
      return RaceStep(maker.call(.reserve, account: account, amount: 5, item: 0))
    }
    return RaceStep(
      maker.call(
        .recordUsage, account: account, amount: maker.random.number(1...3), item: 0))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    open = OpenHold(call, answer, at: now) ?? open
  }
}
