internal import Holdfast

/// Finds effects by their identity in any account of a tenant.
enum IdentityLookUp {
  static func accounts(
    in tenant: TenantName, _ identity: KeyIdentity, _ context: StoreContext,
    _ connection: any Connection
  ) throws(ReadFailure) -> [(name: AccountName, fingerprint: Digest?)] {
    let digest = identity.digest
    let replies = try connection.ask(
      (0..<context.slotCount).map { slot in
        Statement(
          context.queries.reading.accountsByIdentity,
          [
            .int2(Int16(slot)), .uuid(first: digest.first, second: digest.second),
            .text(tenant.string),
          ])
      })
    var found: [(name: AccountName, fingerprint: Digest?)] = []
    for rows in replies {
      for row in 0..<rows.rowCount {
        let name = AccountName(rows.text(row, 1))
        // Its account cannot be named any more.
        if name.text.string.isEmpty { continue }
        let stored = StoredRow(rows, row, from: 2)
        // The stream's kind is told by its event; only the cause is looked at.
        let place = StreamPlace(
          account: rows.accountID(row, 2), tenant: tenant, name: name,
          stream: .balance(UnitName(rows.text(row, 19))))
        do throws(CorruptRow) {
          found.append((name, try stored.row(in: place).cause?.fingerprint))
        } catch {
          throw .corrupt(error)
        }
      }
    }
    return found
  }
}
