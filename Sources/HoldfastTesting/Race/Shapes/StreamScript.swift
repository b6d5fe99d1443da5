/// A stream of tokens: a hold that grows while parts of it are settled, and ends with a final part.
struct StreamScript: ClientScript {
  let accounts: Int32
  private var open: OpenHold?
  private var left = 0

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    guard let hold = open else {
      left = Int(maker.random.number(3...20))
      let account = Int32(maker.random.next() % UInt64(accounts))
      return RaceStep(maker.call(.reserve, account: account, amount: 50))
    }
    left -= 1
    if left <= 0 {
      open = nil
      return RaceStep(
        maker.call(
          .settle, account: hold.account, amount: min(hold.held, 10), subject: hold.key,
          isFinal: true))
    }
    if hold.held < 30 || maker.random.chance(60) {
      return RaceStep(
        maker.call(
          .increase, account: hold.account, amount: maker.random.number(5...25),
          subject: hold.key))
    }
    return RaceStep(
      maker.call(
        .settle, account: hold.account, amount: maker.random.number(1...20), subject: hold.key))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    if let hold = OpenHold(call, answer, at: now) {
      open = hold
      return
    }
    switch answer {
    case .applied(let effect):
      if let held = effect.held { open?.held = held }
    case .refused(let refusal) where refusal.code.hasPrefix("reservation"): open = nil
    case .refused: break
    case .unknown: open = nil
    }
  }
}
