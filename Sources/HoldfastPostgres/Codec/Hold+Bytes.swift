package import Holdfast

/// A reservation: its flags, then each part that the flags name, in their order. Sums are written as
/// the difference to what they usually are, which mostly leaves them out.
private struct HoldFlags: OptionSet {
  let rawValue: UInt16

  // The lowest two bits are the status, the next two what happens on lapse.
  static let choices: UInt16 = 0b1111
  static let keepsToBalance = HoldFlags(rawValue: 1 << 4)
  static let increased = HoldFlags(rawValue: 1 << 5)
  static let settledFromHold = HoldFlags(rawValue: 1 << 6)
  static let returned = HoldFlags(rawValue: 1 << 7)
  static let remaining = HoldFlags(rawValue: 1 << 8)
  static let settled = HoldFlags(rawValue: 1 << 9)
  static let shortfall = HoldFlags(rawValue: 1 << 10)
  static let requested = HoldFlags(rawValue: 1 << 11)
  static let reported = HoldFlags(rawValue: 1 << 12)
  static let grace = HoldFlags(rawValue: 1 << 13)
  static let pins = HoldFlags(rawValue: 1 << 14)
  static let counts = HoldFlags(rawValue: 1 << 15)
}

extension Hold {
  private static let format: UInt8 = 1

  /// The bytes of the `body` column of the table `hold`.
  package func body(in place: StreamPlace) -> [UInt8] {
    var writer = ByteWriter(format: Hold.format, capacity: 64)
    writer.hold(self, in: RowFrame(place: place, version: version, instant: .epoch))
    return writer.bytes
  }

  /// Reads a row of the table `hold`.
  package init(
    version: Int64, remaining: Amount, body: [UInt8], in place: StreamPlace
  ) throws(CorruptRow) {
    var reader = try ByteReader(body, of: .hold, format: Hold.format)
    let frame = RowFrame(place: place, version: version, instant: .epoch)
    let hold = try reader.hold(version: version, in: frame)
    try reader.end()
    guard hold.remaining == remaining else { throw reader.corrupt("what remains by its column") }
    self = hold
  }

  fileprivate var flags: HoldFlags {
    var flags = HoldFlags(rawValue: UInt16(status.code) | UInt16(onLapse.code) << 2)
    if floor == .balance { flags.insert(.keepsToBalance) }
    if increased != 0 { flags.insert(.increased) }
    if settledFromHold != 0 { flags.insert(.settledFromHold) }
    if returned != 0 { flags.insert(.returned) }
    if remaining != usualRemaining { flags.insert(.remaining) }
    if settled != settledFromHold { flags.insert(.settled) }
    if shortfall != 0 { flags.insert(.shortfall) }
    if requested != settled + shortfall { flags.insert(.requested) }
    if reported != 0 { flags.insert(.reported) }
    if graceMicroseconds != 0 { flags.insert(.grace) }
    if !pins.isEmpty { flags.insert(.pins) }
    if !counts.isEmpty { flags.insert(.counts) }
    return flags
  }

  fileprivate var usualRemaining: Amount { initial + increased - settledFromHold - returned }
}

extension ByteWriter {
  /// Everything but the version.
  mutating func hold(_ hold: Hold, in frame: borrowing RowFrame) {
    let flags = hold.flags
    word16(flags.rawValue)
    amount(hold.initial)
    instant(hold.expiresAt, from: frame.instant)
    if flags.contains(.increased) { amount(hold.increased) }
    if flags.contains(.settledFromHold) { amount(hold.settledFromHold) }
    if flags.contains(.returned) { amount(hold.returned) }
    if flags.contains(.remaining) { amount(hold.remaining, usually: hold.usualRemaining) }
    if flags.contains(.settled) { amount(hold.settled, usually: hold.settledFromHold) }
    if flags.contains(.shortfall) { amount(hold.shortfall) }
    if flags.contains(.requested) {
      amount(hold.requested, usually: hold.settled + hold.shortfall)
    }
    if flags.contains(.reported) { amount(hold.reported) }
    if flags.contains(.grace) { span(hold.graceMicroseconds) }
    if flags.contains(.pins) { draws(hold.pins) }
    if flags.contains(.counts) {
      count(hold.counts.count)
      for position in hold.counts { self.position(position, in: frame) }
    }
  }
}

extension ByteReader {
  mutating func hold(version: Int64, in frame: borrowing RowFrame) throws(CorruptRow) -> Hold {
    let flags = HoldFlags(rawValue: try word16())
    let choices = UInt8(truncatingIfNeeded: flags.rawValue & HoldFlags.choices)
    let status: ReservationStatus = try coded(choices & 0b11, "a status")
    let onLapse: Reserve.OnLapse = try coded(choices >> 2, "what happens on lapse")
    let initial = try amount()
    let expiresAt = try instant(from: frame.instant)
    let increased = flags.contains(.increased) ? try amount() : 0
    let fromHold = flags.contains(.settledFromHold) ? try amount() : 0
    let returned = flags.contains(.returned) ? try amount() : 0
    let usualRest = initial + increased - fromHold - returned
    let remaining = flags.contains(.remaining) ? try amount(usually: usualRest) : usualRest
    let settled = flags.contains(.settled) ? try amount(usually: fromHold) : fromHold
    let shortfall = flags.contains(.shortfall) ? try amount() : 0
    let usualRequest = settled + shortfall
    let requested = flags.contains(.requested) ? try amount(usually: usualRequest) : usualRequest
    let reported = flags.contains(.reported) ? try amount() : 0
    let grace = flags.contains(.grace) ? try span() : 0
    let pins = flags.contains(.pins) ? try draws() : []
    let counts = flags.contains(.counts) ? try positions(in: frame) : []
    return Hold(
      version: version, initial: initial, increased: increased, remaining: remaining,
      requested: requested, settled: settled, settledFromHold: fromHold, shortfall: shortfall,
      returned: returned, reported: reported, expiresAt: expiresAt, graceMicroseconds: grace,
      floor: flags.contains(.keepsToBalance) ? .balance : .overdraft, onLapse: onLapse,
      status: status, pins: pins, counts: counts)
  }

  private mutating func positions(in frame: borrowing RowFrame) throws(CorruptRow) -> [Position] {
    var positions: [Position] = []
    for _ in 0..<(try count()) { positions.append(try position(in: frame)) }
    return positions
  }
}
