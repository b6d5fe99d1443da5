internal import Holdfast

/// Walks the rows of one balance or item in the order of their versions, and judges by them the
/// refusals and reads that met it.
struct StreamAudit {
  let stream: RaceStream
  let header: RaceHeader
  private(set) var findings: [RaceFinding] = []
  private var window: StateWindow<State>
  private var last: StampedRow?
  /// The row before that was invoked last.
  private var latest: StampedRow?
  private var isOpened = false
  private var written = Int64.min
  private var risk = DueRisk()
  private let isPartial: Bool

  /// The figures of a balance, or what was used of an item.
  private struct State: BitwiseCopyable {
    var posted: Int64 = 0
    var held: Int64 = 0
    var overdraft: Int64 = 0
    var used: Int64 = 0
    /// The row was written no earlier, nor was anything that was due by then.
    var written = Int64.min

    var available: Int64 { posted - held + overdraft }
  }

  /// - Parameter isPartial: Whether rows may be missing between those that are there.
  init(_ stream: RaceStream, _ header: RaceHeader, isPartial: Bool = false) {
    self.isPartial = isPartial
    self.stream = stream
    self.header = header
    window = StateWindow(initial: State())
  }

  private mutating func add(
    _ invariant: RaceInvariant, _ detail: String, calls: [RecordedCall] = [],
    rows: [StampedRow?] = []
  ) {
    findings.append(
      RaceFinding(
        invariant, "\(header.name(of: stream)): \(detail)", calls: calls,
        rows: rows.compactMap(\.self)))
  }

  func needsMore(for query: RecordedCall) -> Bool { !window.isComplete(to: query.returned) }

  mutating func take(_ stamped: StampedRow) {
    checkChain(stamped)
    checkOrder(stamped)
    checkOpening(stamped)
    checkBounds(stamped)
    let row = stamped.row
    risk.take(stamped)
    written = max(written, stamped.invoked)
    window.push(
      State(
        posted: row.postedAfter, held: row.heldAfter, overdraft: row.overdraftAfter,
        used: row.usedAfter, written: written),
      invoked: stamped.invoked, returned: stamped.returned)
    last = stamped
  }

  private mutating func checkChain(_ stamped: StampedRow) {
    let row = stamped.row
    let before = last?.row
    if isPartial, row.version > (before?.version ?? 0) + 1 { return }
    if row.version != (before?.version ?? 0) + 1 {
      add(.chain, "row \(row.version) follows row \(before?.version ?? 0)")
      return
    }
    if row.postedAfter != (before?.postedAfter ?? 0) + row.postedDelta
      || row.heldAfter != (before?.heldAfter ?? 0) + row.heldDelta
      || row.usedAfter != (before?.usedAfter ?? 0) + row.usageDelta
    {
      add(
        .chain, "the figures of row \(row.version) are not those before it and its own changes",
        rows: [last, stamped])
    }
  }

  /// I14: what returned before another call began has the lower version.
  private mutating func checkOrder(_ stamped: StampedRow) {
    if let latest, stamped.returned < latest.invoked {
      add(
        .realTime,
        """
        row \(stamped.row.version) was answered before the call of row \(latest.row.version) began
        """, rows: [latest, stamped])
    }
    if latest.map({ stamped.invoked > $0.invoked }) ?? (stamped.invoked > .min) { latest = stamped }
  }

  /// What the run began with is what its header says.
  private mutating func checkOpening(_ stamped: StampedRow) {
    guard let unit = stream.unit else { return }
    let row = stamped.row
    switch (row.cause, row.event) {
    case (.opening, .credit):
      isOpened = true
      let amount = header.openingAmount(account: stream.account, unit: unit)
      if row.postedDelta != amount {
        add(.durable, "it began with \(row.postedDelta) instead of \(amount)", rows: [stamped])
      }
    case (.opening, .overdraftLimit):
      let limit = header.overdraftLimit(account: stream.account, unit: unit)
      if row.overdraftAfter != limit {
        add(
          .durable, "its overdraft began with \(row.overdraftAfter) instead of \(limit)",
          rows: [stamped])
      }
    case (.foreign, _):
      add(.durable, "no call explains row \(row.version), \(row.event)", rows: [stamped])
    default: break
    }
  }

  private mutating func checkBounds(_ stamped: StampedRow) {
    let row = stamped.row
    switch row.event {
    case .transferOut where row.postedDelta < 0 && row.postedAfter < row.heldAfter:
      add(
        .floor,
        """
        row \(row.version) transfers what is not there: posted \(row.postedAfter), held \
        \(row.heldAfter)
        """, rows: [last, stamped])
    case .reserve, .increase, .debit, .transferOut:
      // A debit that draws nothing grants nothing.
      guard row.heldDelta > 0 || row.postedDelta < 0, row.available < 0 else { return }
      add(
        .floor,
        """
        row \(row.version) leaves \(row.available) available: posted \(row.postedAfter), held \
        \(row.heldAfter), overdraft \(row.overdraftAfter)
        """, rows: [last, stamped])
    case .usage:
      guard let item = stream.item, let maximum = header.items[Int(item)].maximum,
        row.usedAfter > maximum
      else { return }
      add(.usage, "row \(row.version) uses \(row.usedAfter) of \(maximum)", rows: [last, stamped])
    default: break
    }
  }

  /// Judges a refusal or a read, when all rows are there that can have come before its answer.
  ///
  /// - Parameter isAtEnd: whether no further row follows: then something can have been due.
  mutating func judge(_ query: RecordedCall, isAtEnd: Bool) {
    let states = window.states(from: query.invoked, to: query.returned)
    guard let verdict = verdict(on: query, states), !verdict.isMet else { return }
    // What was due counts for every answer, and is written only before the next row.
    if isAtEnd, verdict.mayBeDue { return }
    add(.realTime, verdict.detail, calls: [query], rows: [last])
  }

  private struct Verdict {
    let isMet: Bool
    var mayBeDue = true
    let detail: String
  }

  /// A read tells a state within it, less what can have been due.
  private mutating func verdict(
    onRead query: RecordedCall, _ told: RaceAnswer.Effect, _ states: StateWindow<State>.Slice
  ) -> Verdict {
    let posted = told.posted ?? 0
    var isMet = states.contains {
      $0.posted == posted && (told.held == nil || $0.held == told.held)
    }
    if !isMet {
      let due = risk.amounts(from: states.first?.written ?? .min, to: query.returned)
      isMet = states.contains {
        let held = told.held ?? $0.held
        return posted <= $0.posted && posted >= $0.posted &- due.posted
          && held <= $0.held && held >= $0.held &- due.held
      }
    }
    return Verdict(
      isMet: isMet,
      detail: """
        a read tells posted \(posted), held \(told.held ?? 0), which no state within it has
        """)
  }

  /// How far the clocks of two processes are apart at most that a race lets differ, in microseconds.
  private static let clockDifference: Int64 = 4_000_000

  /// Whether a state within it had too little, as the refusal tells. What was due at the instant of a
  /// refusal counted and was not written, and a process whose clock is behind may have written next; a
  /// transfer is decided at one instant for both accounts.
  private mutating func isMet(
    _ query: RecordedCall, _ refusal: RecordedCall.Refusal, _ required: Int64,
    _ states: StateWindow<State>.Slice
  ) -> Bool {
    let written = states.first?.written ?? .min
    let due = risk.amounts(
      from: max(written, .min + StreamAudit.clockDifference) - StreamAudit.clockDifference,
      to: query.returned &+ StreamAudit.clockDifference)
    return states.contains {
      // A transfer gives nothing that an overdraft would have to cover.
      let available = query.call.word == .transfer ? $0.posted - $0.held : $0.available
      let told = refusal.available ?? available
      return told < required && told >= available &- due.posted && told <= available &+ due.held
    }
  }

  private mutating func verdict(
    on query: RecordedCall, _ states: StateWindow<State>.Slice
  ) -> Verdict? {
    let call = query.call
    if call.word == .balance, let told = query.effect {
      return verdict(onRead: query, told, states)
    }
    guard let refusal = query.refusal else { return nil }
    switch refusal.code {
    case .insufficientBalance, .overdraftLimitExceeded:
      let required = refusal.required ?? call.amount
      return Verdict(
        isMet: isMet(query, refusal, required, states),
        detail: """
          \(call.word.rawValue) of \(required) was refused with \
          \(refusal.available.map { "\($0)" } ?? "too little") available, which no state within it \
          has
          """)
    case .limitExceeded:
      guard let item = stream.item, let maximum = header.items[Int(item)].maximum else {
        return nil
      }
      let pieces = call.word == .reserve ? 1 : call.amount
      return Verdict(
        isMet: states.contains { $0.used + pieces > maximum }, mayBeDue: false,
        detail: "\(pieces) were refused within a limit of \(maximum)")
    default: return nil
    }
  }

  mutating func finish() {
    guard let unit = stream.unit, !isOpened, !isPartial else { return }
    let amount = header.openingAmount(account: stream.account, unit: unit)
    if amount != 0 { add(.durable, "the \(amount) it began with are not in the journal") }
  }
}

extension RaceHeader {
  /// The balance or item, for people.
  func name(of stream: RaceStream) -> String {
    let account = RaceHeader.accountName(stream.account)
    if let unit = stream.unit, units.indices.contains(Int(unit)) {
      return "\(account), \(units[Int(unit)])"
    }
    if let item = stream.item, items.indices.contains(Int(item)) {
      return "\(account), \(items[Int(item)].name)"
    }
    return "\(account)"
  }
}
