internal import Holdfast

/// Finds effects by their identity in any account of a tenant.
enum IdentityLookUp {
  typealias Found = (name: AccountName, fingerprint: Digest?)

  /// The journal comes first, then whether rows were archived: a row that is archived in between is
  /// found twice, and never not at all.
  static func accounts(
    in tenant: TenantName, _ identity: KeyIdentity, _ context: StoreContext,
    _ connection: any Connection
  ) throws(ReadFailure) -> [Found] {
    let digest = identity.digest
    func statements(_ query: Query) -> [Statement] {
      (0..<context.slotCount).map { slot in
        Statement(
          query,
          [
            .int2(Int16(slot)), .uuid(first: digest.first, second: digest.second),
            .text(tenant.string),
          ])
      }
    }
    let queries = context.queries
    var replies = try connection.ask(
      statements(queries.reading.accountsByIdentity) + [Statement(queries.loading.clock)])
    if let clock = replies.popLast() { context.archive.note(clock.bool(0, 2)) }
    if context.archive.isUsed {
      replies += try connection.ask(statements(queries.archive.accountsByIdentity))
    }
    var found: [AccountID: Found] = [:]
    do throws(CorruptRow) {
      for rows in replies {
        for row in 0..<rows.rowCount { try add(rows, row, of: tenant, to: &found) }
      }
    } catch {
      throw .corrupt(error)
    }
    return Array(found.values)
  }

  private static func add(
    _ rows: Rows, _ row: Int, of tenant: TenantName, to found: inout [AccountID: Found]
  ) throws(CorruptRow) {
    let name = AccountName(rows.text(row, 1))
    // Its account cannot be named any more.
    if name.text.string.isEmpty { return }
    let id = rows.accountID(row, 2)
    let isKept = rows.columnCount < 20
    let stored = isKept ? try StoredRow(kept: rows, row, from: 2) : StoredRow(rows, row, from: 2)
    // The stream's kind is told by its event; only the cause is looked at.
    let place = StreamPlace(
      account: id, tenant: tenant, name: name,
      stream: .balance(UnitName(rows.text(row, rows.columnCount - 1))))
    found[id] = (name, try stored.row(in: place).cause?.fingerprint)
  }
}
