/// Adds the figures of a race up from the lines of its history, in memory that does not grow with it
/// but with the accounts and the calls on the way.
package struct RaceFiguresReader {
  /// When a call was meant to be sent; see `RacePace`.
  package typealias Intended = (RaceCall.ID) -> Int64?

  private struct OnTheWay {
    let word: RaceWord
    let account: Int32
    let since: Int64
  }

  private var figures = RaceFigures()
  private var onTheWay: [RaceCall.ID: OnTheWay] = [:]
  private var first: Int64?
  private var last: Int64 = 0
  private var slotMicroseconds: Int64 = 1_000_000
  private let intended: Intended

  private static let mostSlots = 600

  package init(intended: @escaping Intended = { _ in nil }) {
    self.intended = intended
  }

  /// Reads a whole history.
  package static func figures(
    of history: RaceHistory, intended: @escaping Intended = { _ in nil }
  ) throws(HistoryError) -> RaceFigures {
    var reader = RaceFiguresReader(intended: intended)
    while let event = try history.next() { reader.add(event) }
    return reader.finish(bytes: history.bytes)
  }

  package mutating func add(_ event: RaceEvent) {
    switch event.content {
    case .invoked(let call): begin(call, at: event.at)
    case .returned(let id, let answer): end(id, answer, at: event.at)
    case .fault(let text):
      let at = Double(event.at - (first ?? event.at)) / 1e6
      figures.faults.append(RaceFigures.Fault(at: at, text: text))
    case .balance, .entry, .row: break
    }
  }

  /// The figures; what was never answered counts as unknown.
  package mutating func finish(bytes: Int64) -> RaceFigures {
    figures.unknown += Int64(onTheWay.count)
    figures.seconds = Double(max(0, last - (first ?? 0))) / 1e6
    figures.slotSeconds = Double(slotMicroseconds) / 1e6
    figures.bytes = bytes
    return figures
  }

  private mutating func begin(_ call: RaceCall, at now: Int64) {
    if first == nil { first = now }
    last = max(last, now)
    figures.calls += 1
    var since = now
    if let meant = intended(call.id) { since = min(now, meant) }
    onTheWay[call.id] = OnTheWay(word: call.word, account: call.account, since: since)
    figures.words[call.word, default: RaceFigures.Word()].calls += 1
    var account = figures.accounts[call.account] ?? RaceFigures.Account()
    account.calls += 1
    account.onTheWay += 1
    account.peak = max(account.peak, account.onTheWay)
    figures.accounts[call.account] = account
  }

  private mutating func end(_ id: RaceCall.ID, _ answer: RaceAnswer, at now: Int64) {
    guard let call = onTheWay.removeValue(forKey: id) else { return }
    last = max(last, now)
    let took = max(0, now - call.since)
    figures.latencies.record(nanoseconds: took * 1000)
    figures.words[call.word]?.latencies.record(nanoseconds: took * 1000)
    figures.accounts[call.account]?.onTheWay -= 1
    figures.accounts[call.account]?.waited += took
    let slot = slot(at: now)
    figures.slots[slot].latencies.record(nanoseconds: took * 1000)
    switch answer {
    case .applied(let effect):
      figures.applied += 1
      if effect.duplicate { figures.duplicates += 1 }
      figures.slots[slot].applied += 1
    case .refused(let refusal):
      figures.refused += 1
      figures.refusals[refusal.code, default: 0] += 1
      figures.words[call.word]?.refused += 1
      figures.accounts[call.account]?.refused += 1
      figures.slots[slot].refused += 1
    case .unknown:
      figures.unknown += 1
      figures.slots[slot].unknown += 1
    }
  }

  /// The slot of an instant. When there are too many, each two become one.
  private mutating func slot(at now: Int64) -> Int {
    let since = max(0, now - (first ?? now))
    while since / slotMicroseconds >= RaceFiguresReader.mostSlots {
      slotMicroseconds *= 2
      figures.slots = stride(from: 0, to: figures.slots.count, by: 2).map { index in
        var slot = figures.slots[index]
        if index + 1 < figures.slots.count { slot.add(figures.slots[index + 1]) }
        return slot
      }
    }
    let index = Int(since / slotMicroseconds)
    while figures.slots.count <= index { figures.slots.append(RaceFigures.Slot()) }
    return index
  }
}

extension RaceFigures.Slot {
  fileprivate mutating func add(_ other: RaceFigures.Slot) {
    applied += other.applied
    refused += other.refused
    unknown += other.unknown
    latencies.add(other.latencies)
  }
}
