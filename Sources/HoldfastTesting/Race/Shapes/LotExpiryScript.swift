/// Credit that expires within seconds, held while it does.
struct LotExpiryScript: ClientScript {
  let accounts: Int32
  private var open: [OpenHold] = []

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    let account = Int32(maker.random.next() % UInt64(accounts))
    if open.count >= 3 || (maker.random.chance(30) && !open.isEmpty) {
      let hold = open.removeFirst()
      return maker.random.chance(70)
        ? RaceStep(
          maker.call(
            .settle, account: hold.account, amount: maker.random.number(1...hold.held),
            subject: hold.key, isFinal: true))
        : RaceStep(maker.call(.release, account: hold.account, subject: hold.key))
    }
    if maker.random.chance(30) {
      // Counted from the begin of the run, so that many end in the same instant.
      let second = Int32(maker.now / 1_000_000) + Int32(maker.random.number(2...4))
      return RaceStep(
        maker.call(
          .credit, account: account, amount: maker.random.number(20...200), expires: second))
    }
    return RaceStep(
      maker.call(.reserve, account: account, amount: maker.random.number(10...60)),
      pause: maker.random.number(0...20_000))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    if let hold = OpenHold(call, answer, at: now) { open.append(hold) }
  }
}
