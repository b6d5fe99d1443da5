package import Holdfast

/// Compares what the clients of a race were told with what there is afterwards.
///
/// It shares no code with the rules. Memory is taken by the sorting, as much as is allowed, by the
/// calls on the way at one time, and, with a journal, by the largest account.
package struct HistoryChecker: Sendable {
  /// How many findings a report lists; the others are counted.
  package var listing = 100
  /// About how many bytes sorting may take; beyond it temporary files are used.
  package var memory = 256 << 20

  package init() {}

  /// Checks the history of a race on a Holdfast store: the ledger itself, and every answer against
  /// its journal.
  ///
  /// - Throws: `HistoryError`; `LedgerChecker.NotAuditable`; what the store throws.
  package func check(
    _ history: RaceHistory, in store: any LedgerStore
  ) async throws -> HistoryReport {
    try await check(history, contentsOf: LedgerChecker.audited(store))
  }

  /// Checks a history by itself: of a race on somebody's own database from what the clients were
  /// told and from the figures at the end; of one on a Holdfast store from the rows that stand in
  /// it, as they do in evidence.
  package func check(_ history: RaceHistory) throws(HistoryError) -> HistoryReport {
    switch history.header.target {
    case .adapter:
      var check = AdapterCheck(history.header, self)
      return try check.check(history)
    case .holdfast:
      var check = JournalCheck(history.header, self, isPartial: true)
      try check.read(history)
      return try check.finish(with: CheckReport())
    }
  }

  package func check(
    _ history: RaceHistory, contentsOf store: any AuditableStore
  ) async throws -> HistoryReport {
    var check = JournalCheck(history.header, self)
    try check.read(history)
    let report = try await LedgerChecker(listing: listing).check(
      contentsOf: store, tenant: TenantName(history.header.tenant),
      visit: { try check.take($0) })
    return try check.finish(with: report)
  }
}
