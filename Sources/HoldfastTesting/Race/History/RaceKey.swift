package import Holdfast

/// An idempotency key of a run: who made it up, and which of that client's keys it is.
///
/// Several calls may carry one key, of one client or of many.
package struct RaceKey: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The client that made it up.
  package let client: Int32
  /// 1, 2, 3, … by that client.
  package let number: Int32

  package init(client: Int32, number: Int32) {
    self.client = client
    self.number = number
  }

  /// The key as a ledger is given it, such as `12-345`.
  package var text: String { "\(client)-\(number)" }

  package var idempotencyKey: IdempotencyKey { IdempotencyKey(text) }

  /// The key that a ledger was given; `nil` for one that no client of a run makes.
  package init?(text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let client = Int32(parts[0]), let number = Int32(parts[1]),
      client >= 0, number > 0
    else { return nil }
    self.init(client: client, number: number)
    guard self.text == text else { return nil }
  }

  /// One number in the order of keys.
  var number64: Int64 { Int64(client) << 32 + Int64(number) }

  package static func < (left: RaceKey, right: RaceKey) -> Bool {
    (left.client, left.number) < (right.client, right.number)
  }
}
