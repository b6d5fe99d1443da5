internal import Holdfast

/// What a journal row says, small enough to be sorted by the million.
package struct RaceRow: Hashable, BitwiseCopyable, Sendable {
  let stream: RaceStream
  let version: Int64
  let event: JournalRow.Event
  let cause: Cause
  let isAnswer: Bool
  /// The row of the same balance that it acts on; 0 for none.
  let subject: Int64
  let postedDelta: Int64
  let heldDelta: Int64
  let postedAfter: Int64
  let heldAfter: Int64
  let overdraftAfter: Int64
  let usageDelta: Int64
  let usedAfter: Int64

  /// What caused it.
  enum Cause: Hashable, BitwiseCopyable, Sendable {
    case time
    /// What there was before the run.
    case opening
    case call(RaceKey, account: Int32, RaceWord, asked: Int64)
    /// A command that no client of a run sends.
    case foreign
  }

  var available: Int64 { postedAfter - heldAfter + overdraftAfter }
}

/// A numbered journal of the run: of a balance or of a counted item.
package struct RaceStream: Hashable, Comparable, BitwiseCopyable, Sendable {
  let account: Int32
  /// The unit's index, or −1 less the item's.
  let number: Int32

  static func balance(_ account: Int32, unit: Int32) -> RaceStream {
    RaceStream(account: account, number: unit)
  }

  static func usage(_ account: Int32, item: Int32) -> RaceStream {
    RaceStream(account: account, number: -1 - item)
  }

  /// One number in the order of streams.
  var number64: Int64 { Int64(account) << 32 + Int64(number) }

  var unit: Int32? { number >= 0 ? number : nil }
  var item: Int32? { number < 0 ? -1 - number : nil }

  package static func < (left: RaceStream, right: RaceStream) -> Bool {
    (left.account, left.number) < (right.account, right.number)
  }
}
