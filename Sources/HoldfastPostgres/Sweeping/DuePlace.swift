package import Holdfast

/// A place in the order in which the reservations and lots of a slot became due.
///
/// A sweep goes through that order once and up to one instant: it ends, whatever becomes due
/// meanwhile, and what cannot be written does not keep it from the rest.
struct DuePlace {
  var instant = Instant.earliest
  var account = AccountID(digest: Digest(first: 0, second: 0))
  var stream: Int16 = 0
  var version: Int64 = 0

  /// Before the first.
  static let beginning = DuePlace()

  var parameters: [Parameter] {
    [
      .timestamptz(instant.microseconds), .account(account), .int2(stream), .int8(version),
    ]
  }
}

/// Some of the accounts in which something is due.
package struct DueAccounts {
  /// In portions that one transaction can take.
  package private(set) var portions: [[AccountID]] = []
  /// The instant up to which the sweep goes.
  let instant: Instant
  /// Where to go on; `nil` when these are the last.
  var next: DuePlace?

  package init(instant: Instant) {
    self.instant = instant
  }

  /// Reservations and lots looked up at once.
  static let atOnce: Int64 = 256
  /// What one transaction writes at most, unless it is all of one account.
  static let rowsPerPortion: Int64 = 1000

  /// - Parameter counts: How much is due in each account; one where it is not told.
  package mutating func add(_ accounts: [AccountID], counts: [AccountID: Int64]) {
    var size = DueAccounts.rowsPerPortion
    for account in accounts {
      let count = counts[account] ?? 1
      if size + count > DueAccounts.rowsPerPortion {
        portions.append([])
        size = 0
      }
      portions[portions.count - 1].append(account)
      size += count
    }
  }
}
