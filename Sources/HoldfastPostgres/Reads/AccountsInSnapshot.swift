internal import Holdfast

/// An account, or every account of a tenant, with all its rows: all in one snapshot, one after the
/// other.
struct AccountsInSnapshot {
  /// The present instant, or that of the last row of the one account when it is later.
  let now: Instant
  private let tenant: TenantName
  private let context: StoreContext
  private let connection: any Connection
  /// The account that was asked for, where it exists.
  private let only: AccountState?
  private let isOfTenant: Bool
  private let archive: ArchiveFolder?

  private static let accountsAtOnce: Int64 = 1_000

  /// - Parameter name: `nil` for every account.
  init(
    _ name: AccountName?, in tenant: TenantName, _ context: StoreContext,
    _ connection: any Connection, archive: ArchiveFolder?
  ) throws(ReadFailure) {
    self.tenant = tenant
    self.archive = archive
    self.context = context
    self.connection = connection
    isOfTenant = name == nil
    let opening = AccountSnapshot.opening + [Statement(context.queries.loading.clock)]
    let replies = try connection.ask(opening)
    let clock =
      context.clock?.now() ?? Instant(microseconds: replies[opening.count - 1].timestamptz(0, 0))
    guard let name else {
      only = nil
      now = clock
      return
    }
    let address = AccountAddress(tenant: tenant, account: name)
    let id = AccountID(tenant: tenant, account: name, key: context.hashKey)
    let state = try WholeAccount.read(
      id, address, context, connection, opening: [], archive: archive
    ).state
    only = state
    now = max(clock, state.lastInstant)
  }

  /// Hands out each account.
  func visit(
    _ body: (AccountState) throws(ReadFailure) -> Void
  ) throws(ReadFailure) {
    guard isOfTenant else {
      if let only { try body(only) }
      return
    }
    for slot in 0..<context.slotCount {
      var last = AccountID(digest: Digest(first: 0, second: 0))
      while true {
        let rows = try connection.ask([
          Statement(
            context.queries.reading.accountsOfTenant,
            [
              .int2(Int16(slot)), .account(last), .text(tenant.string),
              .int8(AccountsInSnapshot.accountsAtOnce),
            ])
        ])[0]
        for row in 0..<rows.rowCount {
          last = rows.accountID(row, 0)
          let address = AccountAddress(
            tenant: tenant, account: AccountName(rows.text(row, 2)))
          try body(
            try WholeAccount.read(
              last, address, context, connection, opening: [], archive: archive
            ).state)
        }
        if rows.rowCount < AccountsInSnapshot.accountsAtOnce { break }
      }
    }
  }
}
