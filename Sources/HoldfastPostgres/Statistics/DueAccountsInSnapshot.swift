internal import Holdfast

/// The accounts of a tenant in which something is due, in an open snapshot.
struct DueAccountsInSnapshot {
  let snapshot: StatisticsSnapshot
  let tenant: TenantName

  /// Hands out each account as it was loaded.
  func visit(
    _ body: (LoadedAccount) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    for slot in 0..<Int16(snapshot.context.slotCount) {
      var place = DuePlace.beginning
      var seen: Set<AccountID> = []
      while true {
        let rows = try due(in: slot, behind: place)
        guard rows.rowCount > 0 else { break }
        let last = rows.rowCount - 1
        place = DuePlace(
          instant: Instant(microseconds: rows.timestamptz(last, 3)),
          account: rows.accountID(last, 0), stream: rows.int16(last, 1),
          version: rows.int64(last, 2))
        let ids = Set((0..<rows.rowCount).map { rows.accountID($0, 0) }).subtracting(seen)
        seen.formUnion(ids)
        var loader = Loader(
          Footprint(reading: ids, in: tenant), snapshot.context, access: .snapshot)
        try AccountPage.load(loader.begin([]), &loader, snapshot.connection)
        for account in loader.accounts where account.state?.tenant == tenant { try body(account) }
        if rows.rowCount < DueAccounts.atOnce { break }
      }
    }
  }

  private func due(in slot: Int16, behind place: DuePlace) throws(ReadFailure) -> Rows {
    var parameters = [.int2(slot), .timestamptz(snapshot.now.microseconds)] + place.parameters
    parameters += [.int8(DueAccounts.atOnce), .text(tenant.string)]
    return try snapshot.connection.ask([
      Statement(snapshot.context.queries.reading.dueOfTenant, parameters)
    ])[0]
  }
}
