package import Holdfast

extension StoredRow {
  /// The columns of a row of that stream.
  package init(_ row: borrowing JournalRow, in place: StreamPlace) {
    let frame = RowFrame(place: place, version: row.version, instant: row.instant)
    let subject = row.subjectColumn
    var writer = ByteWriter(format: StoredRow.format, capacity: 96)
    writer.row(row, subject: subject, in: frame)
    self.init(
      version: row.version, at: row.instant, event: Int16(row.event.rawValue),
      postedDelta: (row.usage?.delta ?? row.delta.posted).value,
      heldDelta: row.delta.held.value,
      postedAfter: (row.usage?.lifetimeAfter ?? row.after.posted).value,
      heldAfter: row.after.held.value, subject: subject, body: writer.bytes)
    guard let cause = row.cause else { return }
    key = cause.key.string
    if row.isAnswer { identity = cause.identity.digest }
    let action = cause.command.action
    let details = action.details
    description = (action.reason ?? details.description)?.string
    referenceType = details.reference?.type.string
    referenceID = details.reference?.id.string
    metadata = details.metadata?.text
  }
}

extension JournalRow {
  /// The subject where rows are looked up by it.
  fileprivate var subjectColumn: Int64? {
    switch event {
    case .reversal: subject
    case .settlement, .release, .lapse:
      // A late settlement finds the reservation closed and leaves it so.
      hold?.status != .open && settlement != .late ? subject : nil
    case .credit, .activation, .debit, .transferOut, .transferIn, .transferPiece, .reserve,
      .increase, .extend, .report, .expiry, .void, .lotUpdate, .overdraftLimit, .usageCharge,
      .usage, .usageReversal:
      nil
    }
  }

  fileprivate func flags(subject column: Int64?) -> RowFlags {
    var flags: RowFlags = []
    if isAnswer { flags.insert(.isAnswer) }
    if dueAt != nil { flags.insert(.dueAt) }
    if hold != nil { flags.insert(.hold) }
    if subject != column ?? hold?.version ?? 0 { flags.insert(.subject) }
    if delta.hasOthers || after.hasOthers { flags.insert(.otherFigures) }
    if let hold, !draws.isEmpty, draws == hold.pins {
      flags.insert(.drawsArePins)
    } else if !draws.isEmpty {
      flags.insert(.draws)
    }
    if counterpart != .none { flags.insert(.counterpart) }
    if lot != nil { flags.insert(.lot) }
    if usage != nil { flags.insert(.usage) }
    if settlement != .ordinary { flags.insert(.settlement) }
    if revision != .none { flags.insert(.revision) }
    if rules != StoredRow.usualRules { flags.insert(.rules) }
    if case .none = remark {} else { flags.insert(.remark) }
    if cause != nil { flags.insert(.cause) }
    return flags
  }
}

extension Figures {
  /// Whether any figure is not 0 that has no column.
  fileprivate var hasOthers: Bool { debt != 0 || scheduled != 0 || overdraftLimit != 0 }
}

extension ByteWriter {
  fileprivate mutating func row(
    _ row: borrowing JournalRow, subject: Int64?, in frame: borrowing RowFrame
  ) {
    let flags = row.flags(subject: subject)
    word16(flags.rawValue)
    if let dueAt = row.dueAt { instant(dueAt, from: row.instant) }
    if let hold = row.hold {
      signed(row.version &- hold.version)
      self.hold(hold, in: frame)
    }
    if flags.contains(.subject) { signed(row.version &- row.subject) }
    if flags.contains(.otherFigures) { otherFigures(delta: row.delta, after: row.after) }
    if flags.contains(.draws) { draws(row.draws) }
    if let counterpart = row.counterpart.position { position(counterpart, in: frame) }
    if let lot = row.lot {
      amount(lot.opened, usually: row.delta.posted)
      terms(lot.terms, from: row.instant)
    }
    if let usage = row.usage { self.usage(usage, in: frame) }
    if flags.contains(.settlement) { byte(row.settlement.rawValue) }
    if flags.contains(.revision) { revision(row.revision) }
    if flags.contains(.rules) { signed(Int64(row.rules)) }
    if flags.contains(.remark) { remark(row.remark, after: row.after, in: frame) }
    if let cause = row.cause {
      self.cause(
        cause, of: ActionFrame(row: copy frame, delta: row.delta, subject: row.subject))
    }
  }

  /// Which of the six are not 0, then those.
  private mutating func otherFigures(delta: Figures, after: Figures) {
    var mask: UInt8 = 0
    if delta.debt != 0 { mask |= 1 << 0 }
    if delta.scheduled != 0 { mask |= 1 << 1 }
    if delta.overdraftLimit != 0 { mask |= 1 << 2 }
    if after.debt != 0 { mask |= 1 << 3 }
    if after.scheduled != 0 { mask |= 1 << 4 }
    if after.overdraftLimit != 0 { mask |= 1 << 5 }
    byte(mask)
    if delta.debt != 0 { amount(delta.debt) }
    if delta.scheduled != 0 { amount(delta.scheduled) }
    if delta.overdraftLimit != 0 { amount(delta.overdraftLimit) }
    if after.debt != 0 { amount(after.debt) }
    if after.scheduled != 0 { amount(after.scheduled) }
    if after.overdraftLimit != 0 { amount(after.overdraftLimit) }
  }

  /// Delta and lifetime have columns.
  private mutating func usage(_ usage: UsageRow, in frame: borrowing RowFrame) {
    amount(usage.overflow)
    amount(usage.charged)
    byte(usage.hold == nil ? 0 : 1)
    if let hold = usage.hold { position(hold, in: frame) }
  }
}
