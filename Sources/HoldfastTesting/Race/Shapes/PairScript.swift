/// Reserves 75 and settles it with 60, over and over; now and then it gives it back.
struct PairScript: ClientScript {
  let choice: AccountChoice
  private var open: OpenHold?

  init(choice: AccountChoice) {
    self.choice = choice
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    guard let hold = open else {
      return RaceStep(
        maker.call(.reserve, account: choice.next(&maker.random), amount: 75))
    }
    open = nil
    if maker.random.chance(10) {
      return RaceStep(maker.call(.release, account: hold.account, subject: hold.key))
    }
    return RaceStep(
      maker.call(
        .settle, account: hold.account, amount: 60, subject: hold.key, isFinal: true))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    open = OpenHold(call, answer, at: now) ?? open
  }
}
