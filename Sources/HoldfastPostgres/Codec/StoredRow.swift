package import Holdfast

/// A journal row as the columns of the table `journal`, but for those that tell whose it is.
///
/// What the caller wrote stands in columns only, and everything that has no column in `body`.
package struct StoredRow: Hashable, Sendable {
  package var version: Int64
  package var at: Instant
  package var event: Int16
  /// Of a balance the changes of its figures; of a meter the pieces counted, and 0.
  package var postedDelta: Int64
  package var heldDelta: Int64
  /// Of a balance its figures after the row; of a meter the pieces of all time, and 0.
  package var postedAfter: Int64
  package var heldAfter: Int64
  /// Of a row that closes a reservation the version that opened it, of a reversal that of its entry.
  package var subject: Int64?
  /// What identifies the command, in the row that it is answered from. Reading a row needs it not.
  package var identity: Digest?
  /// The key of the command that the row is part of.
  package var key: String?
  /// The description, or the reason of a release or a reversal.
  package var description: String?
  package var referenceType: String?
  package var referenceID: String?
  /// A JSON object.
  package var metadata: String?
  package var body: [UInt8]

  package init(
    version: Int64, at: Instant, event: Int16, postedDelta: Int64, heldDelta: Int64,
    postedAfter: Int64, heldAfter: Int64, subject: Int64? = nil, identity: Digest? = nil,
    key: String? = nil, description: String? = nil, referenceType: String? = nil,
    referenceID: String? = nil, metadata: String? = nil, body: [UInt8]
  ) {
    self.version = version
    self.at = at
    self.event = event
    self.postedDelta = postedDelta
    self.heldDelta = heldDelta
    self.postedAfter = postedAfter
    self.heldAfter = heldAfter
    self.subject = subject
    self.identity = identity
    self.key = key
    self.description = description
    self.referenceType = referenceType
    self.referenceID = referenceID
    self.metadata = metadata
    self.body = body
  }

  static let format: UInt8 = 1
  /// The rules that decided where the body names no others. It belongs to the format and never
  /// changes, whatever rules are the present ones.
  static let usualRules: Int32 = 1
}

/// What a row's body has, in the order in which it stands there.
struct RowFlags: OptionSet {
  let rawValue: UInt16

  static let isAnswer = RowFlags(rawValue: 1 << 0)
  static let dueAt = RowFlags(rawValue: 1 << 1)
  static let hold = RowFlags(rawValue: 1 << 2)
  /// Where neither the column nor the hold tells it.
  static let subject = RowFlags(rawValue: 1 << 3)
  /// Debt, scheduled and overdraft limit.
  static let otherFigures = RowFlags(rawValue: 1 << 4)
  static let draws = RowFlags(rawValue: 1 << 5)
  /// The draws are the pins of the hold.
  static let drawsArePins = RowFlags(rawValue: 1 << 6)
  static let counterpart = RowFlags(rawValue: 1 << 7)
  static let lot = RowFlags(rawValue: 1 << 8)
  static let usage = RowFlags(rawValue: 1 << 9)
  static let settlement = RowFlags(rawValue: 1 << 10)
  static let revision = RowFlags(rawValue: 1 << 11)
  static let rules = RowFlags(rawValue: 1 << 12)
  static let remark = RowFlags(rawValue: 1 << 13)
  static let cause = RowFlags(rawValue: 1 << 14)
}
