/// Some clients top balances up by a little, the others reserve more than there is.
struct TopUpScript: ClientScript {
  let accounts: Int32
  /// Whether this client tops up.
  let tops: Bool
  private var open: OpenHold?

  init(accounts: Int32, tops: Bool) {
    self.accounts = accounts
    self.tops = tops
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    let account = Int32(maker.random.next() % UInt64(accounts))
    if tops {
      return RaceStep(
        maker.call(.credit, account: account, amount: maker.random.number(20...90)))
    }
    guard let hold = open else {
      return RaceStep(maker.call(.reserve, account: account, amount: 75))
    }
    open = nil
    // Mostly less than was held: the rest is there again for the others.
    return RaceStep(
      maker.call(
        .settle, account: hold.account, amount: maker.random.number(30...75), subject: hold.key,
        isFinal: true))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    open = OpenHold(call, answer, at: now) ?? open
  }
}
