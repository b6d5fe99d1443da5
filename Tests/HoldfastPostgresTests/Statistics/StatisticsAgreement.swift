import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Compares what the store answers with the same statistics computed from every row of every account.
struct StatisticsAgreement {
  let store: PostgresStore
  let tenant: TenantName
  private let accounts: [AccountState]
  private var random: SplitMix

  init(_ store: PostgresStore, _ tenant: TenantName, seed: UInt64) async throws {
    self.store = store
    self.tenant = tenant
    var accounts: [AccountState] = []
    try await store.visitStoredAccounts(of: tenant) { accounts.append($0.state) }
    self.accounts = accounts
    random = SplitMix(seed: seed)
  }

  private static let zones = [
    "UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
  ]

  /// Asks for random periods and groups. Answers how many answers had figures in them.
  mutating func check(rounds: Int) async throws -> Int {
    var filled = 0
    for _ in 0..<rounds {
      let period = period()
      let account = random.next() % 3 == 0 ? accounts.randomElement(using: &random)?.name : nil
      if try await checkConsumption(period, account) { filled += 1 }
      if try await checkUsage(period, account) { filled += 1 }
      try await checkOthers(period, account)
    }
    return filled
  }

  private mutating func period() -> StatisticsPeriod {
    let instants = accounts.flatMap { account in
      account.balances.flatMap { $0.journal.all.map(\.instant) }
    }
    let (first, last) = (instants.min() ?? .earliest, instants.max() ?? .earliest)
    func instant() -> Instant {
      let within = UInt64(last.microseconds - first.microseconds + 1)
      let raw = first.microseconds + Int64(random.next() % within)
      let step: Int64 =
        [1, 900_000_000, 3_600_000_000, 86_400_000_000]
        .randomElement(using: &random) ?? 1
      return Instant(microseconds: raw - raw % step + (random.next() % 2 == 0 ? 0 : step))
    }
    var ends = [instant(), instant()].sorted()
    // Every row, and beyond.
    if random.next() % 4 == 0 { ends = [first, last.advanced(bySeconds: 100_000)] }
    let length = ends[1].microseconds - ends[0].microseconds
    let units: [CalendarUnit] = [.minute, .hour, .day, .week, .month]
    let fitting = units.filter {
      $0 == .month || length / 60_000_000 < ($0 == .minute ? 2_000 : 200_000)
    }
    return StatisticsPeriod(
      from: ends[0], to: ends[1], by: fitting.randomElement(using: &random) ?? .month,
      timeZone: Self.zones.randomElement(using: &random) ?? "UTC")
  }

  /// What the accounts contribute at the instant at which the store read them.
  private func sums<Figures>(
    _ period: StatisticsPeriod, _ name: AccountName?, top: Int?, readAt: Instant,
    _ add: (AccountState, inout StatisticsAccumulator<Figures>) throws(LedgerError) -> Void
  ) throws -> Statistics<Figures> {
    var sums = try StatisticsAccumulator<Figures>(period)
    var moment = StatisticsMoment(now: readAt, period)
    for account in accounts where name == nil || account.name == name {
      try add(moment.present(account), &sums)
    }
    return try sums.statistics(top: top, readAt: readAt, isClosed: moment.isClosed)
  }

  private mutating func checkConsumption(
    _ period: StatisticsPeriod, _ account: AccountName?
  ) async throws -> Bool {
    let units = Set(accounts.flatMap { $0.balances.map(\.unit) }).sorted()
    let groupings: [ConsumptionGrouping?] = [
      nil, .kind, .item, .account, .description, .metadata("model"),
    ]
    let query = ConsumptionQuery(
      unit: units.randomElement(using: &random) ?? "credits", account: account, period: period,
      grouping: groupings.randomElement(using: &random) ?? nil,
      top: random.next() % 4 == 0 ? 2 : nil)
    let answer = try await store.consumption(query, in: tenant)
    let expected: ConsumptionStatistics = try sums(
      period, account, top: query.top, readAt: answer.readAt
    ) { account, sums throws(LedgerError) in try account.addConsumption(query, to: &sums) }
    #expect(answer == expected, "\(query)")
    return answer.totals.entryCount > 0
  }

  private mutating func checkUsage(
    _ period: StatisticsPeriod, _ account: AccountName?
  ) async throws -> Bool {
    let items = Set(accounts.flatMap { $0.meters.map(\.item) }).sorted()
    let groupings: [UsageGrouping?] = [nil, .item, .account]
    let query = UsageQuery(
      item: random.next() % 3 == 0 ? items.randomElement(using: &random) : nil, account: account,
      period: period, grouping: groupings.randomElement(using: &random) ?? nil,
      top: random.next() % 4 == 0 ? 1 : nil)
    let answer = try await store.usageStatistics(query, in: tenant)
    let expected: UsageStatistics = try sums(
      period, account, top: query.top, readAt: answer.readAt
    ) { account, sums throws(LedgerError) in try account.addUsage(query, to: &sums) }
    #expect(answer == expected, "\(query)")
    return answer.totals != UsageFigures()
  }

  private mutating func checkOthers(
    _ period: StatisticsPeriod, _ account: AccountName?
  ) async throws {
    let unit: UnitName = accounts.first?.balances.first?.unit ?? "credits"
    let reservations = ReservationQuery(
      unit: unit, account: account, period: period,
      grouping: [nil, .item, .account, .description].randomElement(using: &random) ?? nil)
    let ended = try await store.reservationStatistics(reservations, in: tenant)
    #expect(
      try ended
        == sums(period, account, top: nil, readAt: ended.readAt) {
          account, sums throws(LedgerError) in
          try account.addReservations(reservations, to: &sums)
        }, "\(reservations)")
    let lots = StatisticsQuery<LotGrouping>(
      unit: unit, account: account, period: period,
      grouping: [nil, .account, .category].randomElement(using: &random) ?? nil)
    let broken = try await store.breakage(lots, in: tenant)
    #expect(
      try broken
        == sums(period, account, top: nil, readAt: broken.readAt) {
          account, sums throws(LedgerError) in try account.addBreakage(lots, to: &sums)
        }, "\(lots)")
    let expiring = try await store.expiringCredits(lots, in: tenant)
    #expect(
      try expiring
        == sums(period, account, top: nil, readAt: expiring.readAt) {
          account, sums throws(LedgerError) in try account.addExpiring(lots, to: &sums)
        }, "\(lots)")
    let peaks = HeldPeaksQuery(unit: unit, account: account, period: period)
    let held = try await store.heldPeaks(peaks, in: tenant)
    var levels = try HeldLevels(period)
    var moment = StatisticsMoment(now: held.readAt, period)
    for state in accounts where account == nil || state.name == account {
      try levels.add(moment.present(state), unit)
    }
    #expect(
      try held == levels.peaks(readAt: held.readAt, isClosed: moment.isClosed), "\(peaks)")
  }
}
