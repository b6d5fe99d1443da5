package import Holdfast

private struct RecordFlags: OptionSet {
  let rawValue: UInt8

  static let reversed = RecordFlags(rawValue: 1 << 0)
  static let overflow = RecordFlags(rawValue: 1 << 1)
  static let price = RecordFlags(rawValue: 1 << 2)
  static let cap = RecordFlags(rawValue: 1 << 3)
  static let charge = RecordFlags(rawValue: 1 << 4)
  static let hold = RecordFlags(rawValue: 1 << 5)
  static let spent = RecordFlags(rawValue: 1 << 6)
}

extension UsageRecord {
  private static let format: UInt8 = 1

  /// The bytes of the `body` column of the table `usage_record`.
  package func body(in place: StreamPlace) -> [UInt8] {
    var writer = ByteWriter(format: UsageRecord.format, capacity: 48)
    writer.record(self, in: RowFrame(place: place, version: version, instant: instant))
    return writer.bytes
  }

  /// Reads a row of the table `usage_record`.
  package init(
    version: Int64, instant: Instant, body: [UInt8], in place: StreamPlace
  ) throws(CorruptRow) {
    var reader = try ByteReader(body, of: .usageRecord, format: UsageRecord.format)
    self = try reader.record(in: RowFrame(place: place, version: version, instant: instant))
    try reader.end()
  }

  fileprivate var flags: RecordFlags {
    var flags: RecordFlags = []
    if reversed != 0 { flags.insert(.reversed) }
    if overflow != 0 { flags.insert(.overflow) }
    if price != nil { flags.insert(.price) }
    if price?.cap != nil { flags.insert(.cap) }
    if charge != nil { flags.insert(.charge) }
    if hold != nil { flags.insert(.hold) }
    if spent != 0 { flags.insert(.spent) }
    return flags
  }
}

extension ByteWriter {
  fileprivate mutating func record(_ record: UsageRecord, in frame: borrowing RowFrame) {
    byte(record.flags.rawValue)
    amount(record.amount)
    if record.reversed != 0 { amount(record.reversed) }
    if record.overflow != 0 { amount(record.overflow) }
    if let price = record.price {
      text(price.unit.text)
      amount(price.amount)
      amount(price.per)
      if let cap = price.cap { amount(cap) }
    }
    if let charge = record.charge { position(charge, in: frame) }
    if let hold = record.hold { position(hold, in: frame) }
    if record.spent != 0 { amount(record.spent) }
  }
}

extension ByteReader {
  fileprivate mutating func record(
    in frame: borrowing RowFrame
  ) throws(CorruptRow) -> UsageRecord {
    let flags = RecordFlags(rawValue: try byte())
    let amount = try amount()
    let reversed = flags.contains(.reversed) ? try self.amount() : 0
    let overflow = flags.contains(.overflow) ? try self.amount() : 0
    let price = flags.contains(.price) ? try price(hasCap: flags.contains(.cap)) : nil
    let charge = flags.contains(.charge) ? try position(in: frame) : nil
    let hold = flags.contains(.hold) ? try position(in: frame) : nil
    return UsageRecord(
      version: frame.version, instant: frame.instant, amount: amount, reversed: reversed,
      overflow: overflow, price: price, charge: charge, hold: hold,
      spent: flags.contains(.spent) ? try self.amount() : 0)
  }

  private mutating func price(hasCap: Bool) throws(CorruptRow) -> UsagePrice {
    let unit = UnitName(text: try text())
    let amount = try amount()
    let per = try self.amount()
    guard amount > 0, per > 0 else { throw corrupt("a price") }
    return UsagePrice(
      unit: unit, amount: amount, per: per, cap: hasCap ? try self.amount() : nil)
  }
}
