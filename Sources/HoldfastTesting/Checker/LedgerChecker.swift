public import Holdfast

/// Asserts the invariants of the ledger over everything that a store keeps of a tenant.
///
/// It recomputes every figure from the journal rows alone and compares what it gets with the rows
/// and with what is stored. It shares no code with the rules: of the library it uses the values
/// that rows are made of, the fingerprint, and the calendar that tells where a window begins and
/// ends.
///
/// Nothing may write to the tenant meanwhile. Memory is taken by as many accounts as there are
/// processors, which are checked at one time, by one that is being read, by transfers and groups whose
/// other parts were not seen yet, and by the sums that a store keeps for statistics.
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
    try await LedgerChecker.audited(store).auditedTenants()
  }

  /// Checks a tenant.
  ///
  /// - Parameter progress: called after each account.
  /// - Throws: `NotAuditable` when the store cannot hand out its content; what the store throws.
  public func check(
    _ store: any LedgerStore, tenant: TenantName, progress: (CheckProgress) -> Void = { _ in }
  ) async throws -> CheckReport {
    try await check(
      contentsOf: LedgerChecker.audited(store), tenant: tenant, progress: progress)
  }

  static func audited(
    _ store: any LedgerStore
  ) throws(NotAuditable) -> any AuditableStore {
    if let store = store as? any AuditableStore { return store }
    guard let contents = store as? any StoredContents else { throw NotAuditable() }
    return AuditedContents(contents: contents)
  }

  /// - Parameter visit: handed what is checked, an account after the other.
  package func check(
    contentsOf store: any AuditableStore, tenant: TenantName,
    progress: (CheckProgress) -> Void = { _ in },
    visit: (AccountContents) throws -> Void = { _ in }
  ) async throws -> CheckReport {
    var sums: [StoredSum] = []
    let hasSums = try await store.auditSums(of: tenant) { sums.append($0) }
    var audit = TenantAudit(listing: listing, sums: hasSums ? sums : nil)
    try await auditAccounts(of: tenant, in: store, isSummed: hasSums, visit: visit) { account in
      audit.add(account)
      progress(audit.progress)
    }
    let groups = audit.groupKeys
    audit.compare(groups: try await store.auditedGroups(groups, of: tenant))
    audit.compareSums()
    try await audit.compareReports(store, of: tenant)
    return audit.finish()
  }

  /// Checks as many accounts at one time as there are processors, and hands on what remains of them
  /// in the order of the store.
  private func auditAccounts(
    of tenant: TenantName, in store: any AuditableStore, isSummed: Bool,
    visit: (AccountContents) throws -> Void, _ take: (AuditedAccount) -> Void
  ) async throws {
    let definitions = try await store.auditedDefinitions(of: tenant)
    let atOnce = Processors.count
    try await withThrowingTaskGroup(of: (index: Int, account: AuditedAccount).self) { group in
      var begun = 0
      var running = 0
      var next = 0
      var finished: [Int: AuditedAccount] = [:]
      func finish(_ done: (index: Int, account: AuditedAccount)) {
        running -= 1
        finished[done.index] = done.account
        while let account = finished.removeValue(forKey: next) {
          take(account)
          next += 1
        }
      }
      try await store.auditAccounts(of: tenant) { contents in
        if running == atOnce, let done = try await group.next() { finish(done) }
        let index = begun
        group.addTask {
          (index, AuditedAccount(contents, definitions: definitions, isSummed: isSummed))
        }
        begun += 1
        running += 1
        try visit(contents)
      }
      while let done = try await group.next() { finish(done) }
    }
  }

  /// The store does not hand out its content.
  public struct NotAuditable: Error {
    public init() {}
  }
}
