internal import Holdfast

/// Computes the sums of a tenant in one slot from the journal, and adds what the stored ones lack.
///
/// Writers go on meanwhile. Their rows and their sums are in the snapshot both or neither, so what is
/// wrong with the sums in it stays wrong by as much until it is added, whenever that is.
struct RollupRebuild {
  private let tenant: TenantName
  private let slot: Int16
  private let context: StoreContext
  private let connection: any Connection
  private let writer = RollupWriter.lane()
  private var consumption = RollupSums<ConsumptionRollup>()
  private var usage = RollupSums<UsageRollup>()
  private var report = RebuiltStatistics()

  private static let accountsAtOnce: Int64 = 64
  /// Sums that are in memory at once.
  private static let sumsAtOnce = 400_000

  init(
    _ tenant: TenantName, in slot: Int16, _ context: StoreContext, _ connection: any Connection
  ) {
    self.tenant = tenant
    self.slot = slot
    self.context = context
    self.connection = connection
  }

  /// Does it, in a transaction.
  mutating func run(
    _ progress: (RebuiltStatistics) -> Void
  ) throws(ReadFailure) -> RebuiltStatistics {
    _ = try connection.ask([
      Statement(TransactionQueries.beginRebuilding), Statement(TransactionQueries.planByIndex),
      Statement(context.queries.rebuilding.claim, [.int2(slot)]),
    ])
    var last = AccountID(digest: Digest(first: 0, second: 0))
    while true {
      let rows = try connection.ask([
        Statement(
          context.queries.reading.accountsOfTenant,
          [
            .int2(slot), .account(last), .text(tenant.string), .int8(RollupRebuild.accountsAtOnce),
          ])
      ])[0]
      guard rows.rowCount > 0 else { break }
      let ids = (0..<rows.rowCount).map { rows.accountID($0, 0) }
      try add(Set(ids))
      progress(report)
      last = ids[ids.count - 1]
    }
    try flush()
    try finish()
    return report
  }

  private mutating func add(_ ids: Set<AccountID>) throws(ReadFailure) {
    var page = try AccountPage(
      Footprint(reading: ids, in: tenant), in: slot, .everything, context, connection)
    report.accounts += ids.count
    let entriesBefore = report.entries
    try page.visit { state, ranges throws(ReadFailure) in
      for range in ranges { add(state, range) }
      try flush(ifMoreThan: RollupRebuild.sumsAtOnce)
    }
    // Sums of rows that are there no more would be taken away.
    let entries = page.loader.accounts.flatMap(\.streams).reduce(0) { $0 + $1.entryCount }
    guard Int64(report.entries - entriesBefore) >= entries else {
      throw .refused(
        LedgerError(
          .invalidArgument, "has accounts whose rows are not all in the journal", field: "tenant"))
    }
  }

  private mutating func add(_ state: AccountState, _ range: VersionRange) {
    switch range.name {
    case .balance(let unit):
      guard let index = state.balance(of: unit) else { return }
      let journal = state.balances[index].journal
      for version in range.first...range.last {
        guard let row = journal[version], row.delta.posted != 0 else { continue }
        report.entries += 1
        consumption.add(
          ConsumptionFigures(row), at: row.instant,
          ConsumptionRollup.Key(
            tenant: tenant, unit: unit, kind: state.kind(of: row, in: index),
            item: state.origin(of: row, in: index).item))
      }
    case .usage(let item):
      guard let meter = state.meters.first(where: { $0.item == item }) else { return }
      for version in range.first...range.last {
        guard let record = meter.records[version] else { continue }
        report.records += 1
        usage.add(
          state.usageFigures(of: record), at: record.instant,
          UsageRollup.Key(tenant: tenant, item: item))
      }
    }
  }

  private mutating func flush(ifMoreThan limit: Int = 0) throws(ReadFailure) {
    guard consumption.count + usage.count > limit else { return }
    let queries = context.queries.rollups
    _ = try connection.ask([
      Statement(queries.addConsumption, consumption.parameters(slot: slot, writer: writer)),
      Statement(queries.addUsage, usage.parameters(slot: slot, writer: writer)),
    ])
    consumption = RollupSums()
    usage = RollupSums()
  }

  /// Leaves in the rows of this writer what the others lack.
  private mutating func finish() throws(ReadFailure) {
    let queries = context.queries.rebuilding
    let parameters: [Parameter] = [.int2(slot), .int8(writer), .text(tenant.string)]
    let replies = try connection.ask(
      [
        queries.subtractConsumption, queries.subtractUsage, queries.dropEmptyConsumption,
        queries.dropEmptyUsage, queries.countConsumption, queries.countUsage,
      ].map { Statement($0, parameters) } + [Statement(TransactionQueries.commit)])
    report.corrections = Int(replies[4].int64(0, 0) + replies[5].int64(0, 0))
  }
}
