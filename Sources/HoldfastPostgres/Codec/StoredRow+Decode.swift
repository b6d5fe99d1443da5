package import Holdfast

extension StoredRow {
  /// The row as it was written to that stream.
  package func row(in place: StreamPlace) throws(CorruptRow) -> JournalRow {
    var reader = try ByteReader(body, of: .journal, format: StoredRow.format)
    let row = try reader.row(self, in: RowFrame(place: place, version: version, instant: at))
    try reader.end()
    return row
  }
}

extension ByteReader {
  fileprivate mutating func row(
    _ stored: StoredRow, in frame: RowFrame
  ) throws(CorruptRow) -> JournalRow {
    guard let code = UInt8(exactly: stored.event), let event = JournalRow.Event(rawValue: code)
    else { throw corrupt("an event") }
    let flags = RowFlags(rawValue: try word16())
    let dueAt = flags.contains(.dueAt) ? try instant(from: stored.at) : nil
    let hold = flags.contains(.hold) ? try hold(in: frame) : nil
    var subject = stored.subject ?? hold?.version ?? 0
    if flags.contains(.subject) {
      subject = try version(stored.version &- (try signed()), from: 0)
    }
    let isUsage = flags.contains(.usage)
    var delta = Figures(
      posted: Amount(isUsage ? 0 : stored.postedDelta), held: Amount(stored.heldDelta))
    var after = Figures(
      posted: Amount(isUsage ? 0 : stored.postedAfter), held: Amount(stored.heldAfter))
    if flags.contains(.otherFigures) {
      let mask = try byte()
      try others(of: &delta, mask)
      try others(of: &after, mask >> 3)
    }
    var draws = flags.contains(.drawsArePins) ? hold?.pins ?? [] : []
    if flags.contains(.draws) { draws = try self.draws() }
    let counterpart: JournalRow.Counterpart =
      flags.contains(.counterpart) ? .at(try position(in: frame)) : .none
    let lot = flags.contains(.lot) ? try lotRow(delta, stored.at) : nil
    let usage = isUsage ? try usage(stored, in: frame) : nil
    let settlement = flags.contains(.settlement) ? try settlementMark() : .ordinary
    let revision = flags.contains(.revision) ? try revision() : .none
    let rules = flags.contains(.rules) ? try int32() : StoredRow.usualRules
    let remark = flags.contains(.remark) ? try remark(after: after, in: frame) : .none
    var cause: PreparedCommand?
    if flags.contains(.cause) {
      cause = try self.cause(
        stored, of: ActionFrame(row: frame, delta: delta, subject: subject))
    }
    return JournalRow(
      version: stored.version, instant: stored.at, dueAt: dueAt, event: event, delta: delta,
      after: after, subject: subject, counterpart: counterpart, draws: draws, hold: hold,
      lot: lot, usage: usage, cause: cause, isAnswer: flags.contains(.isAnswer),
      remark: remark, settlement: settlement, revision: revision, rules: rules)
  }

  private mutating func hold(in frame: RowFrame) throws(CorruptRow) -> Hold {
    let version = try version(frame.version &- (try signed()))
    return try hold(version: version, in: frame)
  }

  /// The lowest three bits of the mask tell which of the figures follow.
  private mutating func others(
    of figures: inout Figures, _ mask: UInt8
  ) throws(CorruptRow) {
    if mask & 0b001 != 0 { figures.debt = try amount() }
    if mask & 0b010 != 0 { figures.scheduled = try amount() }
    if mask & 0b100 != 0 { figures.overdraftLimit = try amount() }
  }

  private mutating func lotRow(
    _ delta: Figures, _ instant: Instant
  ) throws(CorruptRow) -> LotRow {
    let opened = try amount(usually: delta.posted)
    return LotRow(terms: try terms(from: instant), opened: opened)
  }

  private mutating func usage(
    _ stored: StoredRow, in frame: RowFrame
  ) throws(CorruptRow) -> UsageRow {
    let overflow = try amount()
    let charged = try amount()
    let hold = try byte() == 0 ? nil : try position(in: frame)
    return UsageRow(
      delta: Amount(stored.postedDelta), lifetimeAfter: Amount(stored.postedAfter), hold: hold,
      overflow: overflow, charged: charged)
  }

  private mutating func settlementMark() throws(CorruptRow) -> JournalRow.SettlementMark {
    guard let mark = JournalRow.SettlementMark(rawValue: try byte()) else {
      throw corrupt("how a settlement came")
    }
    return mark
  }
}
