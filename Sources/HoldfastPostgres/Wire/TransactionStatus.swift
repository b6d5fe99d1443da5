/// Where a connection stands between two runs.
package enum TransactionStatus: Hashable, Sendable {
  /// Outside a transaction.
  case idle
  /// In a transaction that goes on.
  case open
  /// In a transaction that refused a statement and can only be rolled back.
  case failed
  /// The connection is gone.
  case unknown
}
