/// All clients go through the same accounts, which nobody has used before, in the same order.
struct FirstUseScript: ClientScript {
  private var account: Int32 = -1
  private var open: OpenHold?

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    if let hold = open {
      open = nil
      return RaceStep(
        maker.call(
          .settle, account: hold.account, amount: 10, subject: hold.key, isFinal: true))
    }
    account += 1
    switch maker.random.number(0...3) {
    case 0: return RaceStep(maker.call(.credit, account: account, amount: 100))
    case 1:
      // Both at once: which of them makes the account is open.
      return RaceStep([
        maker.call(.credit, account: account, amount: 100),
        maker.call(.reserve, account: account, amount: 40),
      ])
    case 2: return RaceStep(maker.call(.balance, account: account))
    default: return RaceStep(maker.call(.reserve, account: account, amount: 40))
    }
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    open = OpenHold(call, answer, at: now) ?? open
  }
}
