/// Something that happened in a run and contradicts an invariant of the ledger.
package struct RaceFinding: Sendable {
  /// The number of the invariant in the contract: `I1` … `I14`.
  package let invariant: String
  /// What is wrong, with the figures that disagree.
  package let detail: String
  /// The calls that show it, in the order of their invocation.
  package let calls: [RecordedCall]
  /// The rows of the journal that show it.
  package let rows: [StampedRow]
  /// Where in time an adapter went astray, and the calls that had been granted last.
  var place: Place?
  /// Whether it can be told where in time an adapter went astray.
  package var isPlaced: Bool { place != nil }

  struct Place: Sendable {
    let stream: RaceStream
    let at: Int64
    let calls: Set<RaceCall.ID>
  }

  init(
    _ invariant: RaceInvariant, _ detail: String, calls: [RecordedCall] = [],
    rows: [StampedRow] = []
  ) {
    self.init(stated: invariant.rawValue, detail, calls: calls, rows: rows)
  }

  /// - Parameter invariant: its number in the contract.
  init(
    stated invariant: String, _ detail: String, calls: [RecordedCall] = [],
    rows: [StampedRow] = []
  ) {
    self.invariant = invariant
    self.detail = detail
    self.calls = calls.sorted { $0.invoked < $1.invoked }
    self.rows = rows.sorted { ($0.row.stream, $0.row.version) < ($1.row.stream, $1.row.version) }
  }
}

/// The invariants that a history can contradict, by their numbers in the contract.
enum RaceInvariant: String, Hashable, CaseIterable {
  /// The final figures are what the effects make.
  case conservation = "I1"
  /// Nothing is granted that was not there.
  case floor = "I2"
  /// What is held is what the open reservations hold.
  case holds = "I3"
  /// What a reservation held is settled, given back or remains.
  case reservation = "I4"
  /// A key has one effect, and every replay gives its first result.
  case once = "I5"
  /// Rows follow each other without a gap.
  case chain = "I6"
  /// Counters stay below their limit.
  case usage = "I9"
  /// A closed reservation stays as it was.
  case closed = "I10"
  /// What was acknowledged is there, and nothing else is.
  case durable = "I11"
  /// Versions, refusals and reads agree with real time.
  case realTime = "I14"
}

/// A row with the time in which it came into being.
package struct StampedRow: BitwiseCopyable, Sendable {
  package let row: RaceRow
  /// Not before this: when the call that caused it began. The least number where none did.
  let invoked: Int64
  /// Not after this: when an answer told of it. The largest number where none did.
  let returned: Int64
  /// Whether the call that caused it asked to close its reservation.
  let isFinal: Bool
  /// When that is due which it opens or puts off; `nil` where nothing is.
  let due: Due?

  init(
    _ row: RaceRow, invoked: Int64, returned: Int64, isFinal: Bool = false, due: Due? = nil
  ) {
    self.row = row
    self.invoked = invoked
    self.returned = returned
    self.isFinal = isFinal
    self.due = due
  }
}
