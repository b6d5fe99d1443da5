public import Holdfast

/// Writing what is due without a command that asks for it.
extension PostgresStore {
  public func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try Validation.identifier(tenant, "tenant")
    var report = SweepReport.empty
    for slot in 0..<Int16(context.slotCount) {
      try await sweep(slot: slot, of: tenant, into: &report)
    }
    return report
  }

  /// Writes what is due in a slot, the longest due first; of one tenant, or of all. Ends early, between
  /// two transactions, when the task is cancelled.
  ///
  /// - Parameter report: gets what was written, also where an error is thrown. One account that cannot
  ///   be written does not keep others from being written; a database that is away or has too much to
  ///   do ends it.
  func sweep(
    slot: Int16, of tenant: TenantName?, into report: inout SweepReport
  ) async throws(LedgerError) {
    var place = DuePlace.beginning
    var instant: Instant?
    var firstError: LedgerError?
    while !Task.isCancelled {
      let due = try await dueAccounts(in: slot, of: tenant, behind: place, by: instant)
      for portion in due.portions where !Task.isCancelled {
        for answer in await runAll(sweeping: portion) {
          do throws(LedgerError) { report.add(try answer.get().sweepReport()) } catch {
            if error.endsSweep { throw error }
            firstError = firstError ?? error
          }
        }
      }
      guard let next = due.next else { break }
      place = next
      instant = due.instant
    }
    if let firstError { throw firstError }
  }

  /// - Parameter instant: up to which they are looked for; `nil` for the present one.
  private func dueAccounts(
    in slot: Int16, of tenant: TenantName?, behind place: DuePlace, by instant: Instant?
  ) async throws(LedgerError) -> DueAccounts {
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      let opening = try connection.ask([
        Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
        Statement(context.queries.loading.clock),
      ])
      let now =
        instant ?? context.clock?.now() ?? Instant(microseconds: opening[2].timestamptz(0, 0))
      let reading = context.queries.reading
      var parameters = [.int2(slot), .timestamptz(now.microseconds)] + place.parameters
      parameters.append(.int8(DueAccounts.atOnce))
      if let tenant { parameters.append(.text(tenant.string)) }
      let rows = try connection.ask([
        Statement(tenant == nil ? reading.due : reading.dueOfTenant, parameters)
      ])[0]
      var due = DueAccounts(instant: now)
      guard rows.rowCount > 0 else { return due }
      var accounts: [AccountID] = []
      for row in 0..<rows.rowCount {
        let id = rows.accountID(row, 0)
        guard !accounts.contains(id) else { continue }
        accounts.append(id)
      }
      let counts = try connection.ask([
        Statement(
          reading.dueCounts, [.int2(slot), .accounts(accounts), .timestamptz(now.microseconds)])
      ])[0]
      due.add(
        accounts,
        counts: Dictionary(
          uniqueKeysWithValues: (0..<counts.rowCount).map {
            (counts.accountID($0, 0), counts.int64($0, 1))
          }))
      if rows.rowCount == DueAccounts.atOnce {
        let last = rows.rowCount - 1
        due.next = DuePlace(
          instant: Instant(microseconds: rows.timestamptz(last, 3)),
          account: rows.accountID(last, 0), stream: rows.int16(last, 1),
          version: rows.int64(last, 2))
      }
      return due
    }
  }
}

extension LedgerError {
  /// Whether going on would not get further either.
  var endsSweep: Bool { code == .unavailable || code == .overloaded }
}

extension SweepReport {
  /// Nothing was due.
  static let empty = SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0)
}
