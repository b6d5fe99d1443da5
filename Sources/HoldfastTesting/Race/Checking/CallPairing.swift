/// Brings the two lines of each call together. In memory are the calls on the way, and those that
/// never came back.
struct CallPairing {
  private var open: [RaceCall.ID: (call: RaceCall, invoked: Int64)] = [:]
  private(set) var faults = 0
  private(set) var balances: [RaceBalance] = []
  private(set) var firstAt: Int64?
  private(set) var lastAt: Int64 = 0

  /// Takes the next line of a history, and tells the call that it ends.
  mutating func take(
    _ event: RaceEvent, entry: (RaceEntry) throws(HistoryError) -> Void = { _ in },
    row: (RaceRow) throws(HistoryError) -> Void = { _ in }
  ) throws(HistoryError) -> RecordedCall? {
    if firstAt == nil { firstAt = event.at }
    lastAt = event.at
    switch event.content {
    case .invoked(let call):
      guard open.updateValue((call, event.at), forKey: call.id) == nil else {
        throw CallPairing.misfit("client \(call.client) sends its call \(call.number) twice")
      }
    case .returned(let id, let answer):
      guard let began = open.removeValue(forKey: id) else {
        throw CallPairing.misfit(
          "client \(id.client) is answered call \(id.number), which is not on the way")
      }
      return RecordedCall(began.call, invoked: began.invoked, returned: event.at, answer)
    case .fault: faults += 1
    case .balance(let balance): balances.append(balance)
    case .entry(let found): try entry(found)
    case .row(let found): try row(found)
    }
    return nil
  }

  /// The calls that nobody was answered.
  mutating func rest() -> [RecordedCall] {
    defer { open = [:] }
    return open.values.map { RecordedCall($0.call, invoked: $0.invoked, returned: .max, .unknown) }
  }

  private static func misfit(_ reason: String) -> HistoryError {
    HistoryError(file: "the history", reason: "\(reason): a file is missing or foreign")
  }
}
