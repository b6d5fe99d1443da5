internal import Holdfast

/// What concerns one reservation: to be sorted by it.
enum HoldItem: BitwiseCopyable {
  case row(StampedRow)
  /// A call that acts on the reservation, which that version opened.
  case call(RecordedCall, RaceStream, Int64)

  private var place: (RaceStream, Int64, Int64) {
    switch self {
    case .row(let stamped):
      let row = stamped.row
      return (row.stream, row.event == .reserve ? row.version : row.subject, row.version)
    case .call(_, let stream, let version): return (stream, version, .max)
    }
  }

  var hold: HoldPlace { HoldPlace(stream: place.0, version: place.1) }

  static func sortKey(_ item: HoldItem) -> SortKey {
    let place = item.place
    return SortKey(first: place.0.number64, second: place.1, third: place.2)
  }
}

struct HoldPlace: Hashable {
  let stream: RaceStream
  let version: Int64
}

/// Follows one reservation through its rows, and judges by them the calls that act on it.
struct HoldAudit {
  let place: HoldPlace
  let header: RaceHeader
  private(set) var findings: [RaceFinding] = []
  private var rows: [StampedRow] = []
  private var calls: [RecordedCall] = []
  /// What remained after each row.
  private var remaining: [Int64] = []
  private var closing: StampedRow?

  private var name: String {
    "\(header.name(of: place.stream)), reservation of row \(place.version)"
  }

  /// The next reservation; `nil` at the end.
  init?(
    from items: SortedRecords<HoldItem>, _ header: RaceHeader
  ) throws(HistoryError) {
    guard let place = items.peek()?.hold else { return nil }
    self.place = place
    self.header = header
    while let item = items.peek(), item.hold == place {
      _ = try items.next()
      switch item {
      case .row(let row): rows.append(row)
      case .call(let call, _, _): calls.append(call)
      }
    }
    checkRows()
    for call in calls {
      if call.effect == nil { checkRefusal(of: call) } else { checkAnswer(to: call) }
    }
  }

  private mutating func add(
    _ invariant: RaceInvariant, _ detail: String, calls: [RecordedCall] = [],
    rows: [StampedRow?] = []
  ) {
    findings.append(
      RaceFinding(
        invariant, "\(name): \(detail)", calls: calls, rows: rows.compactMap(\.self)))
  }

  /// I4 and I10.
  private mutating func checkRows() {
    guard let first = rows.first, first.row.event == .reserve else {
      add(.reservation, "its rows are there without the reserve", rows: rows)
      return
    }
    var left: Int64 = 0
    for stamped in rows {
      let row = stamped.row
      if let closing, row.heldDelta != 0 || row.event == .release || row.event == .lapse {
        add(
          .closed, "row \(closing.row.version) closed it, row \(row.version) changes it",
          rows: [closing, stamped])
      }
      left += row.heldDelta
      remaining.append(left)
      if left < 0 {
        add(.reservation, "row \(row.version) leaves \(left) of it", rows: [first, stamped])
      }
      guard stamped.closes, closing == nil else { continue }
      closing = stamped
      if left > 0 {
        add(.reservation, "row \(row.version) closes it with \(left) held", rows: [stamped])
      }
    }
  }

  /// What remains of it, as the answer says.
  private mutating func checkAnswer(to call: RecordedCall) {
    guard let told = call.effect else { return }
    let index = rows.firstIndex { stamped in
      guard case .call(call.call.key, _, call.call.word, _) = stamped.row.cause else {
        return false
      }
      return true
    }
    guard let index, index < remaining.count else {
      if call.call.word == .release, told.version == 0, told.amount == 0 {
        checkSilentRelease(call)
      }
      return
    }
    let held = call.call.word == .increase ? told.amount : told.held
    guard let held, held != remaining[index] else { return }
    add(
      told.duplicate ? .once : .durable,
      "\(call.call.word.rawValue) was told that \(held) remain, \(remaining[index]) did",
      calls: [call], rows: [rows[index]])
  }

  private mutating func checkSilentRelease(_ call: RecordedCall) {
    guard let closing else { return }
    if closing.invoked > call.returned {
      add(
        .realTime, "a release was told that it is closed before it was", calls: [call],
        rows: [closing])
    }
  }

  /// A refusal agrees with a state of the reservation within the call.
  private mutating func checkRefusal(of call: RecordedCall) {
    guard let refusal = call.refusal, let first = rows.first else { return }
    let word = call.call.word.rawValue
    switch refusal.code {
    case .reservationNotFound:
      guard first.returned < call.invoked else { return }
      add(
        .realTime, "\(word) did not find it after it was there", calls: [call], rows: [first])
    case .reservationClosed:
      guard let closing, closing.row.event != .lapse, closing.invoked <= call.returned else {
        add(
          .realTime, "\(word) was told that it is closed, and it was not", calls: [call],
          rows: [closing ?? first])
        return
      }
    case .reservationExpired:
      guard let closing, closing.row.cause.isCall else { return }
      add(
        .realTime, "\(word) was told that it expired, and row \(closing.row.version) ended it",
        calls: [call], rows: [closing])
    case .settlementExceedsReservation:
      var window = StateWindow<Int64>(initial: 0)
      for (stamped, left) in zip(rows, remaining) {
        window.push(left, invoked: stamped.invoked, returned: stamped.returned)
      }
      let states = window.states(from: call.invoked, to: call.returned)
      guard !states.contains(where: { $0 < call.call.amount }) else { return }
      add(
        .realTime, "a settle of \(call.call.amount) was refused, and more was held", calls: [call],
        rows: [first])
    default: return
    }
  }
}

extension RaceRow.Cause {
  fileprivate var isCall: Bool {
    if case .call = self { true } else { false }
  }
}

extension StampedRow {
  /// Whether the reservation is closed by it.
  fileprivate var closes: Bool {
    switch row.event {
    case .release, .lapse: true
    case .settlement: isFinal || !row.cause.isCall
    default: false
    }
  }
}
