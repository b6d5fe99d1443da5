public import Holdfast

extension LedgerReport {
  /// The accounts that consumed most, and how long what they have lasts.
  ///
  /// - Parameters:
  ///   - statistics: As `consumption` gave them, grouped by account; the rest is shown as one.
  ///   - rates: The burn rates of the accounts, as far as they are known.
  ///   - subject: What was asked for.
  public init(
    topAccounts statistics: ConsumptionStatistics, _ rates: [AccountName: BurnRate],
    of subject: ReportSubject
  ) {
    self = TopAccountsReport(statistics: statistics, rates: rates, subject: subject).report
  }
}
