package import Holdfast

/// What the checker looks at.
extension PostgresStore {
  /// Everything that is stored of an account, in one snapshot.
  package func wholeAccount(
    of address: AccountAddress
  ) async throws(LedgerError) -> AccountState {
    let (id, context) = (id(of: address), context)
    return try await readers.run { connection throws(ReadFailure) in
      try WholeAccount.read(id, address, context, connection).state
    }
  }
}
