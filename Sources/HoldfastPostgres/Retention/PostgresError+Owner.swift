extension PostgresError {
  /// What is wrong, for one who runs an operation that only the owner of a ledger may.
  var toldToAnOwner: String {
    sqlState == .insufficientPrivilege
      ? "the role may not do this: connect as the owner of the ledger (SQLSTATE 42501)"
      : description + (connectMessage.map { ": \($0)" } ?? "")
  }
}
