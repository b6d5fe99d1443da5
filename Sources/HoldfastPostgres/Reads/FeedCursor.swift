internal import Holdfast

/// Where a reader of the feed stands.
///
/// Transactions do not commit in the order of their numbers. So the feed goes from snapshot to
/// snapshot: a window shows all that the later one sees and the earlier does not, which is complete
/// whenever it is looked at. Within a window and a slot transactions follow the places in the
/// write-ahead log that they took behind their locks, so that the rows of one stream come in their
/// order; those from before such places were kept come first, by the server's clock.
struct FeedCursor: Hashable {
  /// What was shown before, as `pg_snapshot` writes it.
  var shown: String
  /// The end of the window that is being shown; empty between windows.
  var window: String
  /// Where in the window: the slot, the transaction within it, and the rows of that shown so far.
  var slot: Int
  var place: UInt64
  var instant: Int64
  var transaction: UInt64
  var rowCount: Int

  /// Before the first transaction.
  static let beginning = FeedCursor(shown: "1:1:", window: "")
  private static let prefix = "chg_"
  private static let first = Instant.earliest.microseconds

  private init(shown: String, window: String) {
    self.shown = shown
    self.window = window
    slot = 0
    place = 0
    instant = FeedCursor.first
    transaction = 0
    rowCount = 0
  }

  mutating func nextSlot() {
    slot += 1
    place = 0
    instant = FeedCursor.first
    transaction = 0
    rowCount = 0
  }

  /// The window was shown.
  mutating func endWindow() {
    self = FeedCursor(shown: window, window: "")
  }

  init(_ text: String?) throws(LedgerError) {
    guard let text else {
      self = .beginning
      return
    }
    let refusal = Validation.invalid("cursor", "must be one of this feed")
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 8, parts[0] == "chg",
      let slot = Int(parts[3]), let place = UInt64(parts[4]), let instant = Int64(parts[5]),
      let transaction = UInt64(parts[6]), let rowCount = Int(parts[7]),
      slot >= 0, rowCount >= 0, FeedCursor.isSnapshot(parts[1]),
      parts[2].isEmpty || FeedCursor.isSnapshot(parts[2])
    else { throw refusal }
    shown = String(parts[1])
    window = String(parts[2])
    self.slot = slot
    self.place = place
    self.instant = instant
    self.transaction = transaction
    self.rowCount = rowCount
    guard self.text == text, instant >= FeedCursor.first else { throw refusal }
  }

  /// One text for one place.
  var text: String {
    [
      "\(FeedCursor.prefix)\(shown)", window, "\(slot)", "\(place)", "\(instant)",
      "\(transaction)", "\(rowCount)",
    ].joined(separator: "_")
  }

  /// xmin:xmax:xip,xip,… with ascending numbers of 64 bits.
  private static func isSnapshot(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let low = UInt64(parts[0]), let high = UInt64(parts[1]), low > 0,
      low <= high
    else { return false }
    var last = low
    for (index, number) in parts[2].split(separator: ",", omittingEmptySubsequences: true)
      .enumerated()
    {
      guard let number = UInt64(number), number < high, index == 0 ? number >= last : number > last
      else { return false }
      last = number
    }
    return true
  }
}
