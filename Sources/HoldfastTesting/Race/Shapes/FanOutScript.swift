/// Reserves on a member, its team and the organisation all or nothing, and settles all three so.
struct FanOutScript: ClientScript {
  private static let teams: Int32 = 20
  private static let members: Int32 = 400
  static let accounts = 1 + teams + members

  private var open: [OpenHold] = []

  mutating func next(_ maker: inout CallMaker) -> RaceStep {
    let holds = open
    open = []
    guard holds.isEmpty else {
      return RaceStep(
        holds.map {
          maker.call(.settle, account: $0.account, amount: 60, subject: $0.key, isFinal: true)
        }, .together)
    }
    let member = Int32(maker.random.next() % UInt64(FanOutScript.members))
    let accounts = [0, 1 + member % FanOutScript.teams, 1 + FanOutScript.teams + member]
    return RaceStep(accounts.map { maker.call(.reserve, account: $0, amount: 75) }, .together)
  }

  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    if let hold = OpenHold(call, answer, at: now) { open.append(hold) }
  }
}
