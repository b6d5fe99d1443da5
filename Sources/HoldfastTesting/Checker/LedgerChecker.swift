public import Holdfast

/// Asserts the invariants of the ledger over everything that a store keeps of a tenant.
///
/// It recomputes every figure from the journal rows alone and compares what it gets with the rows
/// and with what is stored. It shares no code with the rules: of the library it uses the values
/// that rows are made of, the fingerprint, and the calendar that tells where a window begins and
/// ends.
///
/// Nothing may write to the tenant meanwhile. Memory is taken by one account at a time, and by
/// transfers and groups whose other parts were not seen yet.
public struct LedgerChecker: Sendable {
  /// How many violations a report lists; the others are counted.
  public let listing: Int

  public init(listing: Int = 1000) {
    self.listing = listing
  }

  /// Every tenant of the store that has an account, in byte order.
  ///
  /// - Throws: `NotAuditable` when the store cannot hand out its content; what the store throws.
  public func tenants(of store: any LedgerStore) async throws -> [TenantName] {
    guard let store = store as? any AuditableStore else { throw NotAuditable() }
    return try await store.auditedTenants()
  }

  /// Checks a tenant.
  ///
  /// - Parameter progress: called after each account.
  /// - Throws: `NotAuditable` when the store cannot hand out its content; what the store throws.
  public func check(
    _ store: any LedgerStore, tenant: TenantName, progress: (CheckProgress) -> Void = { _ in }
  ) async throws -> CheckReport {
    guard let store = store as? any AuditableStore else { throw NotAuditable() }
    return try await check(contentsOf: store, tenant: tenant, progress: progress)
  }

  package func check(
    contentsOf store: any AuditableStore, tenant: TenantName,
    progress: (CheckProgress) -> Void = { _ in }
  ) async throws -> CheckReport {
    let definitions = try await store.auditedDefinitions(of: tenant)
    var audit = TenantAudit(definitions: definitions, listing: listing)
    try await store.auditAccounts(of: tenant) { contents in
      audit.add(contents)
      progress(audit.progress)
    }
    return audit.finish()
  }

  /// The store does not hand out its content.
  public struct NotAuditable: Error {
    public init() {}
  }
}
