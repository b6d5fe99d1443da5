internal import Holdfast

/// An account, or every account of a tenant, with what statistics look at: all in one snapshot, a page
/// of them after the other.
struct AccountsInSnapshot {
  let snapshot: StatisticsSnapshot
  let tenant: TenantName
  /// `nil` for every account.
  let name: AccountName?
  let scope: StatisticsScope
  private static let accountsAtOnce: Int64 = 256

  /// Hands out each account, maybe several times with a part of its rows each.
  func visit(
    _ body: (AccountState) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    guard let name else { return try visitAll(body) }
    let id = AccountID(tenant: tenant, account: name, key: snapshot.context.hashKey)
    try visit(
      Footprint(
        reading: [id], in: tenant,
        addresses: [id: AccountAddress(tenant: tenant, account: name)]),
      slot: snapshot.context.slot(of: id), body)
  }

  private func visitAll(
    _ body: (AccountState) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    for slot in 0..<Int16(snapshot.context.slotCount) {
      var last = AccountID(digest: Digest(first: 0, second: 0))
      while true {
        let rows = try snapshot.connection.ask([
          Statement(
            snapshot.context.queries.reading.accountsOfTenant,
            [
              .int2(slot), .account(last), .text(tenant.string),
              .int8(AccountsInSnapshot.accountsAtOnce),
            ])
        ])[0]
        guard rows.rowCount > 0 else { break }
        let ids = (0..<rows.rowCount).map { rows.accountID($0, 0) }
        try visit(Footprint(reading: Set(ids), in: tenant), slot: slot, body)
        last = ids[ids.count - 1]
        if rows.rowCount < AccountsInSnapshot.accountsAtOnce { break }
      }
    }
  }

  private func visit(
    _ footprint: Footprint, slot: Int16, _ body: (AccountState) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    var page = try AccountPage(footprint, in: slot, scope, snapshot.context, snapshot.connection)
    if page.loader.isArchived {
      page.leftOut = try reachingIntoTheArchive(footprint.accounts, slot: slot)
    }
    let tenant = tenant
    try page.visit { state, _ throws(ReadFailure) in
      // Another name may have the same id; it is not asked about.
      if state.tenant == tenant { try body(state) }
    }
    for account in page.loader.accounts where page.leftOut.contains(account.id) {
      guard let state = account.state, state.tenant == tenant else { continue }
      try visitWhole(AccountAddress(tenant: tenant, account: state.name), state.id, body)
    }
  }

  /// The accounts of which archived rows count.
  private func reachingIntoTheArchive(
    _ ids: Set<AccountID>, slot: Int16
  ) throws(ReadFailure) -> Set<AccountID> {
    let rows = try snapshot.connection.ask([
      Statement(
        snapshot.context.queries.archive.instants, [.int2(slot), .accounts(Array(ids))])
    ])[0]
    var found: Set<AccountID> = []
    for row in 0..<rows.rowCount
    where scope.reachesIntoAnArchive(
      through: Instant(microseconds: rows.timestamptz(row, 1)))
    {
      found.insert(rows.accountID(row, 0))
    }
    return found
  }

  /// Hands out an account with all its rows.
  private func visitWhole(
    _ address: AccountAddress, _ id: AccountID, _ body: (AccountState) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    let state = try WholeAccount.read(
      id, address, snapshot.context, snapshot.connection, opening: [], archive: snapshot.archive
    ).state
    do throws(LedgerError) { try state.checkIsAtHand(from: scope.from, "from") } catch {
      throw .refused(error)
    }
    try body(state)
  }
}
