internal import Holdfast
internal import HoldfastReports

/// Asks a store for what a report shows.
struct ReportReading: Sendable {
  let options: ReportOptions
  let store: any LedgerStore

  /// The store's time: a period without buckets costs nothing and tells it.
  func now() async throws(LedgerError) -> Instant {
    let nothing = StatisticsPeriod(from: .earliest, to: .earliest, by: .day)
    return try await store.consumption(
      ConsumptionQuery(unit: options.unit, period: nothing), in: options.tenant
    ).readAt
  }

  func report(_ period: StatisticsPeriod) async throws(LedgerError) -> LedgerReport {
    let tenant = options.tenant
    let definition = try await store.definition(of: options.unit, in: tenant)
    let subject = ReportSubject(
      tenant: tenant, account: options.account, unit: options.unit, definition: definition,
      period: period, grouping: options.grouping?.name)
    switch options.kind {
    case .consumption:
      let query = query(period, options.grouping?.consumption)
      return LedgerReport(try await store.consumption(query, in: tenant), of: subject)
    case .usage:
      let query = UsageQuery(
        item: options.item, account: options.account, period: period,
        grouping: options.grouping?.usage, top: top)
      return LedgerReport(
        try await store.usageStatistics(query, in: tenant), of: subject, item: options.item)
    case .reservations:
      let peaks = try await store.heldPeaks(
        HeldPeaksQuery(unit: options.unit, account: options.account, period: period), in: tenant)
      let query = query(period, options.grouping?.reservations)
      return LedgerReport(
        try await store.reservationStatistics(query, in: tenant), of: subject, peaks: peaks)
    case .expiring:
      let query = query(period, options.grouping?.lots)
      return LedgerReport(try await store.expiringCredits(query, in: tenant), of: subject)
    case .breakage:
      let query = query(period, options.grouping?.lots)
      return LedgerReport(try await store.breakage(query, in: tenant), of: subject)
    case .top:
      return try await topAccounts(subject)
    }
  }

  private var top: Int? { options.grouping == nil ? nil : options.top }

  private func query<Grouping>(
    _ period: StatisticsPeriod, _ grouping: Grouping?
  ) -> StatisticsQuery<Grouping> {
    StatisticsQuery(
      unit: options.unit, account: options.account, period: period, grouping: grouping, top: top)
  }

  /// The burn rate of each is by as many days as the period has, back from now.
  private func topAccounts(_ subject: ReportSubject) async throws(LedgerError) -> LedgerReport {
    let period = subject.period
    let query = query(period, .account) as ConsumptionQuery
    let statistics = try await store.consumption(query, in: options.tenant)
    let length = (period.to.microseconds - period.from.microseconds) / 86_400_000_000
    let days = min(max(1, Int(length)), 3_660)
    let ledger = Ledger(store: store, tenant: options.tenant)
    var rates: [AccountName: BurnRate] = [:]
    for group in statistics.groups {
      guard case .value(let text) = group.key, group.totals.consumed > 0 else { continue }
      let name = AccountName(text.string)
      rates[name] = try await ledger.account(name)[options.unit].burnRate(
        overDays: days, timeZone: period.timeZone)
    }
    return LedgerReport(topAccounts: statistics, rates, of: subject)
  }
}
