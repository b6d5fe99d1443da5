public import Holdfast

extension LedgerReport {
  /// How reservations ended, and how well their estimates fitted.
  ///
  /// - Parameters:
  ///   - statistics: As `reservationStatistics` gave them.
  ///   - subject: What was asked for.
  ///   - peaks: As `heldPeaks` gave them for the same period; `nil` to leave them out.
  public init(
    _ statistics: ReservationStatistics, of subject: ReportSubject, peaks: HeldPeaks? = nil
  ) {
    let words = FigureWords<ReservationFigures>(
      name: "reservations", title: "Reservations of \(subject.unitWords)",
      measures: ReservationWords.measures, derived: ReservationWords.derived,
      main: "heldAmount", stack: ["settledCount", "releasedCount", "expiredCount"],
      bars: (.side, ["heldAmount", "settledAmount"]), shareImportance: nil,
      headlines: ReservationWords.headlines(
        statistics.totals, subject.format, peak: peaks?.highest, BucketNames(subject.period)),
      groupNotes: ReservationWords.finding(statistics, subject))
    self = StatisticsReport(words, subject, statistics).report
  }
}
