/// What a stream was after the last row that was moved to an archive. The rows up to there are gone but
/// for those that something at hand still acts on.
package final class StreamCheckpoint: Hashable, Sendable {
  /// The version of the last row that was archived.
  package let version: Int64
  /// The instant of that row.
  package let instant: Instant
  /// The figures after it; of a meter the pieces of all time, as `posted`.
  package let figures: Figures
  /// How many rows up to it are entries of the ledger.
  package let entryCount: Int64
  /// The digest of all rows up to it, each chained to the one before.
  package let digest: Digest
  /// The lots that were not over: those with nothing remaining can come back.
  package let lots: [Lot]
  /// The open reservations.
  package let holds: [Hold]
  /// What lots had repaid of the debt and was not undone, the latest last.
  package let repayments: [Draw]

  package init(
    version: Int64, instant: Instant, figures: Figures, entryCount: Int64, digest: Digest,
    lots: [Lot] = [], holds: [Hold] = [], repayments: [Draw] = []
  ) {
    self.version = version
    self.instant = instant
    self.figures = figures
    self.entryCount = entryCount
    self.digest = digest
    self.lots = lots
    self.holds = holds
    self.repayments = repayments
  }

  package static func == (left: StreamCheckpoint, right: StreamCheckpoint) -> Bool {
    left.version == right.version && left.instant == right.instant
      && left.figures == right.figures && left.entryCount == right.entryCount
      && left.digest == right.digest && left.lots == right.lots && left.holds == right.holds
      && left.repayments == right.repayments
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(digest)
  }

  /// The refusal of a question about what was before.
  package func refusal(of field: String) -> LedgerError {
    var error = Validation.invalid(field, "lies in what was archived")
    error.detail = LedgerError.archivedDetail
    error.archivedThrough = instant
    return error
  }
}

extension LedgerError {
  /// The `detail` of a refusal because what was asked for is only in an archive.
  package static let archivedDetail = "archived"
}
