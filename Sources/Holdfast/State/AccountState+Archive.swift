extension AccountState {
  /// Throws `invalid_argument` naming the field when rows from that instant on were archived.
  package func checkIsAtHand(from instant: Instant, _ field: String) throws(LedgerError) {
    let checkpoints =
      balances.compactMap(\.journal.checkpoint) + meters.compactMap(\.journal.checkpoint)
    guard let last = checkpoints.max(by: { $0.instant < $1.instant }), last.instant >= instant
    else { return }
    throw last.refusal(of: field)
  }
}
