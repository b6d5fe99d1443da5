/// What a rule says about the row it writes; the stream adds version, instant and figures.
struct RowDraft {
  var event: JournalRow.Event
  var delta = Figures.zero
  var subject: Int64 = 0
  var draws: [Draw] = []
  var hold: Hold?
  var lot: LotRow?
  var usage: UsageRow?
  var settlement: JournalRow.SettlementMark = .ordinary
  var revision: Revision = .none
  /// Whether the command is answered from this row.
  var isAnswer = false

  init(_ event: JournalRow.Event) {
    self.event = event
  }

  func row(
    version: Int64, instant: Instant, after: Figures, moment: Moment
  ) -> JournalRow {
    JournalRow(
      version: version, instant: instant, dueAt: moment.dueAt(ifNot: instant), event: event,
      delta: delta, after: after, subject: subject, draws: draws, hold: hold, lot: lot, usage: usage, cause: moment.cause, isAnswer: isAnswer, settlement: settlement,
      revision: revision)
  }
}

/// When and why rows are written.
struct Moment {
  /// For what time did: when it was due.
  let instant: Instant
  let cause: PreparedCommand?

  func dueAt(ifNot written: Instant) -> Instant? {
    cause == nil && instant != written ? instant : nil
  }
}
