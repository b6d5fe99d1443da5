package import Holdfast

/// Makes an account forget what callers wrote: its name, and of its rows key, description, reference,
/// metadata, reason and the names of accounts; of a transfer on both sides.
///
/// Figures, ids, instants and the chain of rows stay, and so does the digest of each key: a command
/// that is sent again is still a duplicate. The id of an account is made of its name, so whoever knows
/// the name still reaches the account.
///
/// It needs the role that owns the ledger, because the application cannot change rows. The service may
/// run meanwhile. An erasure that was interrupted goes on when it is asked for again.
package struct Eraser: Sendable {
  package let schema: SchemaName
  package let address: AccountAddress

  package init(_ address: AccountAddress, schema: SchemaName = .standard) {
    self.address = address
    self.schema = schema
  }

  /// Does it, on a connection outside a transaction.
  package func run(
    on connection: PostgresConnection
  ) throws(RetentionError) -> ErasureReport {
    do throws(RetentionError) {
      var session = try ErasingSession(address, schema, connection)
      let streams = try session.begin()
      for stream in streams { try session.erase(stream) }
      return session.report
    } catch {
      // What went wrong is told already; a connection on which even this fails is of no use anyway.
      try? connection.rollback(deadline: .after(seconds: 10))
      throw error
    }
  }
}

/// What an erasure did.
package struct ErasureReport: Hashable, Sendable {
  /// Rows of the account that had texts.
  package internal(set) var rows = 0
  /// Rows of other accounts that had texts of its transfers.
  package internal(set) var counterpartRows = 0
}
