internal import Holdfast

/// The row of a stream as it is to be.
struct StreamChange {
  let account: AccountID
  let number: Int16
  /// How many streams the account has.
  let streamCount: Int16
  let isNew: Bool
  let kind: StreamKind
  let name: ByteText
  let version: Int64
  let lastInstant: Instant
  /// Of a meter all pieces of all time, as `posted`.
  let figures: Figures
  var openHolds: Int32
  var entryCount: Int64
  var nextDue: Instant?
  var state: [UInt8] = []
}

/// What a row of most tables is known by, within its slot.
struct RowKey: Hashable {
  let account: AccountID
  let stream: Int16
  let version: Int64
}
