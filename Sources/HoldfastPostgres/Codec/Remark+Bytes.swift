internal import Holdfast

/// How what an answer says besides figures is written.
private enum RemarkForm: UInt8 {
  case balanceAfter = 1
  case reversal = 2
  case coupled = 3
  case usage = 4
  case usageReversal = 5
}

private struct AnswerFlags: OptionSet {
  let rawValue: UInt8

  static let record = AnswerFlags(rawValue: 1 << 0)
  static let allowed = AnswerFlags(rawValue: 1 << 1)
  static let reason = AnswerFlags(rawValue: 1 << 2)
  static let limit = AnswerFlags(rawValue: 1 << 3)
  static let remaining = AnswerFlags(rawValue: 1 << 4)
  static let charged = AnswerFlags(rawValue: 1 << 5)
  static let periodStart = AnswerFlags(rawValue: 1 << 6)
  static let periodEnd = AnswerFlags(rawValue: 1 << 7)
}

extension ByteWriter {
  /// Anything but `none`, which the row's flags tell.
  mutating func remark(
    _ remark: JournalRow.Remark, after figures: Figures, in frame: borrowing RowFrame
  ) {
    switch remark {
    case .none: break
    case .balanceAfter(let balance):
      byte(RemarkForm.balanceAfter.rawValue)
      amount(balance, usually: figures.posted)
    case .reversal(let lapsed, let unrecoverable, let balance):
      byte(RemarkForm.reversal.rawValue)
      amount(lapsed)
      amount(unrecoverable)
      amount(balance, usually: figures.posted)
    case .coupled(let cap, let balance):
      byte(RemarkForm.coupled.rawValue)
      amount(cap)
      amount(balance, usually: figures.posted)
    case .usage(let answer):
      byte(RemarkForm.usage.rawValue)
      self.answer(answer, in: frame)
    case .usageReversal(let result):
      byte(RemarkForm.usageReversal.rawValue)
      id(result.recordId, in: frame)
      amount(result.used)
      byte(result.remaining == nil ? 0 : 1)
      if let remaining = result.remaining { amount(remaining) }
      amount(result.creditedUnits)
    }
  }

  private mutating func answer(_ answer: UsageAnswer, in frame: borrowing RowFrame) {
    var flags: AnswerFlags = []
    if answer.recordId != nil { flags.insert(.record) }
    if answer.allowed { flags.insert(.allowed) }
    if answer.reason != nil { flags.insert(.reason) }
    if answer.limit != nil { flags.insert(.limit) }
    if answer.remaining != nil { flags.insert(.remaining) }
    if answer.chargedUnits != 0 { flags.insert(.charged) }
    if answer.periodStart != nil { flags.insert(.periodStart) }
    if answer.periodEnd != nil { flags.insert(.periodEnd) }
    byte(flags.rawValue)
    if let record = answer.recordId { id(record, in: frame) }
    if let reason = answer.reason { text(reason.rawValue) }
    amount(answer.used)
    if let limit = answer.limit { amount(limit) }
    if let remaining = answer.remaining { amount(remaining) }
    if answer.chargedUnits != 0 { amount(answer.chargedUnits) }
    if let start = answer.periodStart { instant(start, from: .epoch) }
    if let end = answer.periodEnd { instant(end, from: .epoch) }
  }
}

extension ByteReader {
  mutating func remark(
    after figures: Figures, in frame: borrowing RowFrame
  ) throws(CorruptRow) -> JournalRow.Remark {
    guard let form = RemarkForm(rawValue: try byte()) else { throw corrupt("a remark") }
    switch form {
    case .balanceAfter:
      return .balanceAfter(try amount(usually: figures.posted))
    case .reversal:
      let lapsed = try amount()
      let unrecoverable = try amount()
      return .reversal(
        lapsed: lapsed, unrecoverable: unrecoverable,
        balanceAfter: try amount(usually: figures.posted))
    case .coupled:
      let cap = try amount()
      return .coupled(cap, balanceAfter: try amount(usually: figures.posted))
    case .usage:
      return .usage(try answer(in: frame))
    case .usageReversal:
      let record: UsageRecordID = try id(in: frame)
      let used = try amount()
      let remaining = try byte() == 0 ? nil : try amount()
      return .usageReversal(
        ReverseUsageResult(
          recordId: record, used: used, remaining: remaining, creditedUnits: try amount()))
    }
  }

  private mutating func answer(in frame: borrowing RowFrame) throws(CorruptRow) -> UsageAnswer {
    let flags = AnswerFlags(rawValue: try byte())
    let record: UsageRecordID? = flags.contains(.record) ? try id(in: frame) : nil
    let reason = flags.contains(.reason) ? try reason() : nil
    let used = try amount()
    let limit = flags.contains(.limit) ? try amount() : nil
    let remaining = flags.contains(.remaining) ? try amount() : nil
    let charged = flags.contains(.charged) ? try amount() : 0
    let start = flags.contains(.periodStart) ? try instant(from: .epoch) : nil
    return UsageAnswer(
      recordId: record, allowed: flags.contains(.allowed), reason: reason, used: used,
      limit: limit, remaining: remaining, chargedUnits: charged, periodStart: start,
      periodEnd: flags.contains(.periodEnd) ? try instant(from: .epoch) : nil)
  }

  private mutating func reason() throws(CorruptRow) -> LedgerError.Code {
    guard let code = LedgerError.Code(rawValue: try text().string) else {
      throw corrupt("a code")
    }
    return code
  }
}
