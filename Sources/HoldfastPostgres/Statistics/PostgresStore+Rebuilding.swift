public import Holdfast

/// The sums that statistics of tenants are made of.
extension PostgresStore {
  /// Computes the stored sums of a tenant, or of all, from the journal, and corrects those that differ.
  ///
  /// A ledger that had rows before its schema kept sums needs it once, when the last process of the
  /// release before has ended; until then statistics are read from the journal. Writers go on meanwhile.
  /// It reads every row, in one snapshot for each slot and tenant, and runs on one of the store's
  /// reading connections. One that was interrupted has corrected some slots and is to be run again.
  ///
  /// - Parameters:
  ///   - tenant: `nil` for all.
  ///   - progress: Told now and then how far it is, on a thread of the store; the corrections of a
  ///     tenant's slot are known at its end.
  /// - Throws: `invalid_argument` naming `tenant` where rows are not in the journal any more: the sums
  ///   stay as they are; `unavailable` also when another one is rebuilding the same slot.
  public func rebuildStatistics(
    of tenant: TenantName? = nil,
    progress: @escaping @Sendable (RebuiltStatistics) -> Void = { _ in }
  ) async throws(LedgerError) -> RebuiltStatistics {
    if let tenant { try Validation.identifier(tenant, "tenant") }
    let tenants: [TenantName]
    if let tenant { tenants = [tenant] } else { tenants = try await storedTenants() }
    var report = RebuiltStatistics()
    let context = context
    for tenant in tenants {
      for slot in 0..<Int16(context.slotCount) {
        try checkCancellation()
        let before = report
        report = try await readers.run { connection throws(ReadFailure) in
          var rebuild = RollupRebuild(tenant, in: slot, context, connection)
          return before.adding(try rebuild.run { progress(before.adding($0)) })
        }
      }
      try await cover(tenant.string)
    }
    if tenant == nil { try await cover("") }
    return report
  }

  private func cover(_ name: String) async throws(LedgerError) {
    let query = context.queries.rebuilding.cover
    try await readers.run { connection throws(ReadFailure) in
      _ = try connection.ask([Statement(query, [.text(name)])])
    }
  }

  /// Sums of buckets that ended so long ago are brought together.
  private static let gatheringDelay: Int64 = 25 * 3_600
  private static let rowsGatheredAtOnce: Int64 = 1_000

  /// Brings the sums of past hours together that several writers have of one bucket, in a slot. Answers
  /// whether there may be more.
  func gatherSums(in slot: Int16) async throws(LedgerError) -> Bool {
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      let opening = try connection.ask([
        Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex),
        Statement(context.queries.loading.clock),
      ])
      let now = context.clock?.now() ?? Instant(microseconds: opening[2].timestamptz(0, 0))
      let parameters: [Parameter] = [
        .int2(slot),
        .timestamptz(now.advanced(bySeconds: -PostgresStore.gatheringDelay).microseconds),
        .int8(PostgresStore.rowsGatheredAtOnce),
      ]
      let rollups = context.queries.rollups
      let replies = try connection.ask([
        Statement(rollups.gatherConsumption, parameters),
        Statement(rollups.gatherUsage, parameters), Statement(TransactionQueries.commit),
      ])
      return replies[0].affected > 0 || replies[1].affected > 0
    }
  }
}

/// What a rebuilding of sums looked at and did.
public struct RebuiltStatistics: Hashable, Sendable {
  /// The accounts.
  public internal(set) var accounts = 0
  /// Their ledger entries.
  public internal(set) var entries = 0
  /// Their records of usage.
  public internal(set) var records = 0
  /// The sums that were not what the rows come to.
  public internal(set) var corrections = 0

  init() {}

  func adding(_ other: RebuiltStatistics) -> RebuiltStatistics {
    var sum = self
    sum.accounts += other.accounts
    sum.entries += other.entries
    sum.records += other.records
    sum.corrections += other.corrections
    return sum
  }
}
