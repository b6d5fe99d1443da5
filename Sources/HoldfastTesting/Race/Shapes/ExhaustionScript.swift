/// Reserves 75 once on every account, which has 500; then gives back what was granted, and begins
/// again.
struct ExhaustionScript: ClientScript {
  let accounts: Int32
  private var account: Int32 = 0
  private var open: [OpenHold] = []

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    if account == accounts {
      if let hold = open.popLast() {
        return RaceStep(maker.call(.release, account: hold.account, subject: hold.key))
      }
      account = 0
    }
    defer { account += 1 }
    return RaceStep(maker.call(.reserve, account: account, amount: 75))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    if let hold = OpenHold(call, answer, at: now) { open.append(hold) }
  }
}
