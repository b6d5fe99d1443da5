/// Holds that live a second or two: settled in time, at the very end, too late, or never.
struct ExpiryScript: ClientScript {
  let accounts: Int32
  private var open: [OpenHold] = []

  init(accounts: Int32) {
    self.accounts = accounts
  }

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    if let index = open.firstIndex(where: { maker.now - $0.since > 900_000 }) {
      let hold = open.remove(at: index)
      let pause = maker.random.number(0...300_000)
      switch maker.random.number(0...9) {
      case 0...4:
        return RaceStep(
          maker.call(
            .settle, account: hold.account, amount: maker.random.number(1...hold.held),
            subject: hold.key, isFinal: true), pause: pause)
      case 5...6:
        return RaceStep(
          maker.call(.release, account: hold.account, subject: hold.key), pause: pause)
      default: break
      }
    }
    let account = Int32(maker.random.next() % UInt64(accounts))
    return RaceStep(
      maker.call(
        .reserve, account: account, amount: maker.random.number(10...60),
        expires: Int32(maker.random.number(1...2))), pause: maker.random.number(0...2000))
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    guard let hold = OpenHold(call, answer, at: now) else { return }
    open.append(hold)
    if open.count > 100 { open.removeFirst() }
  }
}
