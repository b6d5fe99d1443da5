/// Holds that live a second or two: settled in time, at the very end, too late, or never.
struct ExpiryScript: ClientScript {
  static let accounts: Int32 = 4

  private var open: [OpenHold] = []

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    if let index = open.firstIndex(where: { maker.now - $0.since > ExpiryScript.patience($0) }) {
      let hold = open.remove(at: index)
      switch maker.random.number(0...9) {
      case 0...4:
        return RaceStep(
          maker.call(
            .settle, account: hold.account, amount: maker.random.number(1...hold.held),
            subject: hold.key, isFinal: true))
      case 5...6:
        return RaceStep(maker.call(.release, account: hold.account, subject: hold.key))
      default: break
      }
    }
    let account = Int32(maker.random.next() % UInt64(ExpiryScript.accounts))
    if maker.random.chance(5) {
      return RaceStep(
        maker.call(.credit, account: account, amount: maker.random.number(100...300)))
    }
    return RaceStep(
      maker.call(
        .reserve, account: account, amount: maker.random.number(10...60),
        expires: Int32(maker.random.number(1...2))), pause: maker.random.number(0...2000))
  }

  /// After how many microseconds a hold is closed: some before, some after they expire.
  private static func patience(_ hold: OpenHold) -> Int64 {
    800_000 + Int64(hold.key.number % 8) * 200_000
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    guard let hold = OpenHold(call, answer, at: now) else { return }
    open.append(hold)
    if open.count > 100 { open.removeFirst() }
  }
}
