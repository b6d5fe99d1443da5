package import Holdfast

/// Each account is read in a snapshot of its own.
extension PostgresStore: StoredContents {
  private static let accountsAtOnce: Int64 = 1_000
  private static let groupsAtOnce = 1_000

  package func storedTenants() async throws(LedgerError) -> [TenantName] {
    let (query, slots) = (context.queries.reading.tenants, Int16(context.slotCount))
    return try await readers.run { connection throws(ReadFailure) in
      let replies = try connection.ask((0..<slots).map { Statement(query, [.int2($0)]) })
      var tenants: Set<TenantName> = []
      for rows in replies {
        for row in 0..<rows.rowCount { tenants.insert(TenantName(rows.text(row, 0))) }
      }
      return tenants.sorted()
    }
  }

  package func storedDefinitions(
    of tenant: TenantName
  ) async throws(LedgerError) -> TenantDefinitions {
    try Validation.identifier(tenant, "tenant")
    let query = context.queries.defining.items
    return try await readers.run { connection throws(ReadFailure) in
      var tenants = ColumnBuffer.text(capacity: 1)
      tenants.append(text: tenant.string)
      let rows = try connection.ask([Statement(query, [tenants.parameter()])])[0]
      do throws(CorruptRow) {
        return try DefiningQueries.definitions(of: [tenant], in: rows)[tenant]
          ?? TenantDefinitions()
      } catch {
        throw .corrupt(error)
      }
    }
  }

  package func storedGroups(
    _ keys: [IdempotencyKey], in tenant: TenantName
  ) async throws(LedgerError) -> [IdempotencyKey: Digest] {
    var ids: [Int16: [(id: AccountID, key: IdempotencyKey)]] = [:]
    for key in keys {
      let id = PreparedGroup.id(of: key, in: tenant, hashKey: context.hashKey)
      ids[context.slot(of: id), default: []].append((id, key))
    }
    var groups: [IdempotencyKey: Digest] = [:]
    for (slot, ids) in ids {
      let keys = Dictionary(ids.map { ($0.id, $0.key) }) { first, _ in first }
      for start in stride(from: 0, to: ids.count, by: PostgresStore.groupsAtOnce) {
        let part = ids[start..<min(start + PostgresStore.groupsAtOnce, ids.count)].map(\.id)
        for (id, fingerprint) in try await fingerprints(of: part, in: slot) {
          if let key = keys[id] { groups[key] = fingerprint }
        }
      }
    }
    return groups
  }

  private func fingerprints(
    of ids: [AccountID], in slot: Int16
  ) async throws(LedgerError) -> [(AccountID, Digest)] {
    let query = context.queries.loading.groups
    return try await readers.run { connection throws(ReadFailure) in
      let rows = try connection.ask([Statement(query, [.int2(slot), .accounts(ids)])])[0]
      return (0..<rows.rowCount).map { (rows.accountID($0, 0), rows.digest($0, 1)) }
    }
  }

  package func visitStoredAccounts(
    of tenant: TenantName, _ visit: (StoredAccount) async throws -> Void
  ) async throws {
    try Validation.identifier(tenant, "tenant")
    for slot in 0..<context.slotCount {
      var last = AccountID(digest: Digest(first: 0, second: 0))
      while true {
        let page = try await accounts(of: tenant, in: Int16(slot), after: last)
        for (id, name) in page {
          last = id
          let address = AccountAddress(tenant: tenant, account: name)
          try await visit(try await storedAccount(id, address))
        }
        if page.count < PostgresStore.accountsAtOnce { break }
      }
    }
  }

  package func visitStoredSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) async throws -> Bool {
    let queries = context.queries.rollups
    guard try await isCovered(tenant) else { return false }
    for slot in 0..<Int16(context.slotCount) {
      for query in [queries.consumptionOfTenant, queries.usageOfTenant] {
        let rows = try await readers.run { connection throws(ReadFailure) in
          try connection.ask([Statement(query, [.int2(slot), .text(tenant.string)])])[0]
        }
        for row in 0..<rows.rowCount {
          try visit(
            query == queries.usageOfTenant
              ? StoredSum(usage: rows, row) : StoredSum(consumption: rows, row))
        }
      }
    }
    return true
  }

  /// Whether the stored sums of the tenant have all of its rows in them.
  private func isCovered(_ tenant: TenantName) async throws(LedgerError) -> Bool {
    let query = context.queries.rollups.coverage
    return try await readers.run { connection throws(ReadFailure) in
      var names = ColumnBuffer.text(capacity: 2)
      names.append(text: "")
      names.append(text: tenant.string)
      return try connection.ask([Statement(query, [names.parameter()])])[0].rowCount > 0
    }
  }

  private func accounts(
    of tenant: TenantName, in slot: Int16, after id: AccountID
  ) async throws(LedgerError) -> [(AccountID, AccountName)] {
    let query = context.queries.reading.accountsOfTenant
    return try await readers.run { connection throws(ReadFailure) in
      let rows = try connection.ask([
        Statement(
          query,
          [
            .int2(slot), .account(id), .text(tenant.string), .int8(PostgresStore.accountsAtOnce),
          ])
      ])[0]
      return (0..<rows.rowCount).map { (rows.accountID($0, 0), AccountName(rows.text($0, 2))) }
    }
  }

  private func storedAccount(
    _ id: AccountID, _ address: AccountAddress
  ) async throws(LedgerError) -> StoredAccount {
    let context = context
    let archive = self.archive
    return try await readers.run { connection throws(ReadFailure) in
      do throws(ReadFailure) {
        let whole = try WholeAccount.read(
          id, address, context, connection, archive: archive)
        return StoredAccount(whole.state, disagreements: whole.disagreements)
      } catch {
        guard case .corrupt(let row) = error else { throw error }
        // What cannot be read is found, and the other accounts are looked at all the same.
        return StoredAccount(
          AccountState(
            id: id, tenant: address.tenant, name: address.account, lastInstant: nil,
            openHoldCount: 0),
          disagreements: [row.description])
      }
    }
  }
}
