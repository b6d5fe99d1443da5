/// What an account has used of one item.
package struct UsageMeter: Sendable {
  package let item: ItemName
  package internal(set) var version: Int64 = 0
  /// All pieces of all time, less what was taken back.
  package internal(set) var lifetime: Amount = 0
  /// By the version of the row that opened it.
  package internal(set) var records: [Int64: UsageRecord] = [:]
  /// One for each limit in force, in the order of the definition.
  package internal(set) var counters: [UsageCounter] = []
  /// The definitions for which `counters` were made.
  package internal(set) var revision: Revision?
  package internal(set) var journal = RowStore()

  init(item: ItemName) {
    self.item = item
  }
}

/// The count of one limit in its present window.
package struct UsageCounter: Hashable, Sendable {
  package let limit: UsageLimit
  /// `nil` for all time.
  package internal(set) var start: Instant?
  package internal(set) var end: Instant?
  package internal(set) var used: Amount

  package init(limit: UsageLimit, start: Instant?, end: Instant?, used: Amount) {
    self.limit = limit
    self.start = start
    self.end = end
    self.used = used
  }

  package func contains(_ instant: Instant) -> Bool {
    if let start, instant < start { return false }
    if let end, instant >= end { return false }
    return true
  }

  var remaining: Amount { max(0, limit.maximum - used) }
}

/// Usage counted once, by a recordUsage or with a hold.
package struct UsageRecord: Hashable, Sendable {
  package let version: Int64
  package let instant: Instant
  package let amount: Amount
  package internal(set) var reversed: Amount = 0
  /// Pieces above a limit, priced by `price`.
  package let overflow: Amount
  package let price: UsagePrice?
  /// The balance row that charged the overflow.
  package internal(set) var charge: Position?
  /// The reservation that counted it, and what that settled and still holds.
  package internal(set) var hold: Position?
  package internal(set) var spent: Amount = 0

  package init(
    version: Int64, instant: Instant, amount: Amount, reversed: Amount = 0, overflow: Amount,
    price: UsagePrice?, charge: Position?, hold: Position?, spent: Amount = 0
  ) {
    self.version = version
    self.instant = instant
    self.amount = amount
    self.reversed = reversed
    self.overflow = overflow
    self.price = price
    self.charge = charge
    self.hold = hold
    self.spent = spent
  }
}
