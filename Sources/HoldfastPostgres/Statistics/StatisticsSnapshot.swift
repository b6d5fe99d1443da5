internal import Holdfast

/// A snapshot in which statistics are read.
struct StatisticsSnapshot {
  let context: StoreContext
  let connection: any Connection
  /// What archived rows are read from.
  let archive: ArchiveFolder?
  /// The present instant.
  let now: Instant
  /// Whether the stored sums of the tenant have all its rows in them.
  let isCovered: Bool

  /// Opens it.
  init(
    of tenant: TenantName, _ context: StoreContext, _ connection: any Connection,
    archive: ArchiveFolder?
  ) throws(ReadFailure) {
    self.context = context
    self.connection = connection
    self.archive = archive
    var names = ColumnBuffer.text(capacity: 2)
    names.append(text: "")
    names.append(text: tenant.string)
    let replies = try connection.ask([
      Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
      Statement(context.queries.loading.clock),
      Statement(context.queries.rollups.coverage, [names.parameter()]),
    ])
    now = context.clock?.now() ?? Instant(microseconds: replies[2].timestamptz(0, 0))
    isCovered = replies[3].rowCount > 0
  }
}
