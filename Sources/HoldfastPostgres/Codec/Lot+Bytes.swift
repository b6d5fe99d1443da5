package import Holdfast

/// A lot's terms: flags, then each part that is there.
private struct TermsFlags: OptionSet {
  let rawValue: UInt8

  static let isPromotional = TermsFlags(rawValue: 1 << 0)
  static let expiresAt = TermsFlags(rawValue: 1 << 1)
  static let effectiveLater = TermsFlags(rawValue: 1 << 2)
  static let priority = TermsFlags(rawValue: 1 << 3)
  static let costBasis = TermsFlags(rawValue: 1 << 4)
}

private struct LotFlags: OptionSet {
  let rawValue: UInt8

  static let isScheduled = LotFlags(rawValue: 1 << 0)
  static let isVoided = LotFlags(rawValue: 1 << 1)
}

extension Lot {
  private static let format: UInt8 = 1

  /// The bytes of the `body` column of the table `lot`.
  package var body: [UInt8] {
    var writer = ByteWriter(format: Lot.format, capacity: 48)
    writer.lot(self)
    return writer.bytes
  }

  /// Reads a row of the table `lot`.
  package init(version: Int64, body: [UInt8]) throws(CorruptRow) {
    var reader = try ByteReader(body, of: .lot, format: Lot.format)
    self = try reader.lot(version: version)
    try reader.end()
  }
}

extension ByteWriter {
  /// Everything but the version.
  mutating func lot(_ lot: Lot) {
    var flags: LotFlags = []
    if lot.isScheduled { flags.insert(.isScheduled) }
    if lot.isVoided { flags.insert(.isVoided) }
    byte(flags.rawValue)
    amount(lot.granted)
    amount(lot.remaining)
    amount(lot.pinned)
    terms(lot.terms, from: .epoch)
  }

  mutating func terms(_ terms: LotTerms, from base: Instant) {
    var flags: TermsFlags = []
    if terms.category == .promotional { flags.insert(.isPromotional) }
    if terms.expiresAt != nil { flags.insert(.expiresAt) }
    if terms.effectiveAt != terms.createdAt { flags.insert(.effectiveLater) }
    if terms.priority != 0 { flags.insert(.priority) }
    if terms.costBasis != nil { flags.insert(.costBasis) }
    byte(flags.rawValue)
    instant(terms.createdAt, from: base)
    if let expiresAt = terms.expiresAt { instant(expiresAt, from: .epoch) }
    if terms.effectiveAt != terms.createdAt { instant(terms.effectiveAt, from: .epoch) }
    if terms.priority != 0 { signed(Int64(terms.priority)) }
    if let costBasis = terms.costBasis { amount(costBasis) }
  }
}

extension ByteReader {
  mutating func lot(version: Int64) throws(CorruptRow) -> Lot {
    let flags = LotFlags(rawValue: try byte())
    let granted = try amount()
    guard granted > 0 else { throw corrupt("what was granted") }
    let remaining = try amount()
    let pinned = try amount()
    return Lot(
      version: version, granted: granted, remaining: remaining, pinned: pinned,
      terms: try terms(from: .epoch), isScheduled: flags.contains(.isScheduled),
      isVoided: flags.contains(.isVoided))
  }

  mutating func terms(from base: Instant) throws(CorruptRow) -> LotTerms {
    let flags = TermsFlags(rawValue: try byte())
    let createdAt = try instant(from: base)
    let expiresAt = flags.contains(.expiresAt) ? try instant(from: .epoch) : nil
    let effectiveAt = flags.contains(.effectiveLater) ? try instant(from: .epoch) : createdAt
    let priority = flags.contains(.priority) ? try int32() : 0
    return LotTerms(
      expiresAt: expiresAt, effectiveAt: effectiveAt, createdAt: createdAt, priority: priority,
      category: flags.contains(.isPromotional) ? .promotional : .paid,
      costBasis: flags.contains(.costBasis) ? try amount() : nil)
  }
}
