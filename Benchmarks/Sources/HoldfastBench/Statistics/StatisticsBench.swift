import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// How long statistics of a large tenant and of one account take, over a year that lies behind, and
/// reads of one account beside it.
enum StatisticsBench {
  private static let tenant: TenantName = "large"
  private static let unit: UnitName = "credits"
  private static let runs = 15

  static func measure(_ options: StatisticsOptions, into report: Report) async throws {
    let started = try ThrowAwayPostgres(settings: [
      "shared_buffers": "4GB", "max_wal_size": "16GB", "synchronous_commit": "off",
    ])
    let server = options.server ?? started.connectionString()
    let connection = try BenchConnection(server)
    try connection.execute("DROP SCHEMA IF EXISTS holdfast CASCADE")
    try await PostgresSchema.migrate(server)
    var configuration = PostgresConfiguration(server)
    configuration.answerSeconds = 600
    let store = try await PostgresStore(configuration)
    report.begin(
      "\(Report.machine); \(options.accounts) accounts with \(options.pairs) reserves and as many"
        + " settlements each; medians of \(runs) runs, warm")
    try await writeTemplates(store)
    try connection.execute(BaselineScript.holdfastStatistics)
    let filling = ContinuousClock.now
    try connection.execute("SELECT pg_temp.fill(\(options.accounts), \(options.pairs))")
    try connection.execute("VACUUM ANALYZE")
    report.add("statistics.fill", filling.duration(to: .now) / .seconds(1), "s")
    let rebuilding = ContinuousClock.now
    let rebuilt = try await store.rebuildStatistics(of: tenant)
    report.add("statistics.rebuild", rebuilding.duration(to: .now) / .seconds(1), "s")
    guard rebuilt.entries == options.accounts * options.pairs else {
      throw BrokenLedger(what: "\(rebuilt.entries) entries")
    }
    try connection.execute("VACUUM ANALYZE holdfast.consumption_rollup")
    report.add("statistics.sums", Double(rebuilt.corrections), "rows")
    try await measureTenant(store, entries: rebuilt.entries, into: report)
    try await measureAccount(store, options.accountPairs, into: report)
    try await measureReads(store, options.accountPairs, into: report)
    await store.close()
    withExtendedLifetime(started) {}
  }

  /// What the rows of the year are copies of.
  private static func writeTemplates(_ store: PostgresStore) async throws {
    for number in 0..<10 {
      let (name, item) = (AccountName("template-\(number)"), ItemName("item-\(number)"))
      try await store.define(
        UsageItemDefinition(item: item, limits: [], overage: .allow), in: "templates")
      try await use(store, name, in: "templates", item, pairs: 1)
    }
  }

  private static func use(
    _ store: PostgresStore, _ name: AccountName, in tenant: TenantName, _ item: ItemName?,
    pairs: Int
  ) async throws {
    func submit(_ key: String, _ action: Command.Action) async throws -> CommandResult {
      try await store.submit(
        Command(tenant: tenant, account: name, key: IdempotencyKey(key), action: action))
    }
    _ = try await submit(
      "grant", .credit(Credit(unit: unit, amount: Amount(HoldfastLedger.grant))))
    for pair in 0..<pairs {
      let counts = item.map { [Reserve.Count(item: $0, amount: 1)] } ?? []
      _ = try await submit(
        "hold-\(pair)", .reserve(Reserve(unit: unit, amount: 75, counts: counts)))
      _ = try await submit(
        "settle-\(pair)",
        .settle(Settle(reservation: .key(IdempotencyKey("hold-\(pair)")), amount: 60)))
    }
  }

  private static func median(
    _ body: () async throws -> Int64, expecting count: Int
  ) async throws -> Double {
    var times: [Double] = []
    for run in 0...runs {
      let start = ContinuousClock.now
      let found = try await body()
      let time = start.duration(to: .now) / .milliseconds(1)
      guard found == Int64(count) else {
        throw BrokenLedger(what: "\(found) entries, not \(count)")
      }
      if run > 0 { times.append(time) }
    }
    return times.sorted()[runs / 2]
  }

  private static func measureTenant(
    _ store: PostgresStore, entries: Int, into report: Report
  ) async throws {
    let day: Int64 = 86_400_000_000
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    for (place, zone) in [("utc", "UTC"), ("paris", "Europe/Paris")] {
      let period = StatisticsPeriod(
        from: Instant(microseconds: (now / day - 367) * day),
        to: Instant(microseconds: (now / day + 2) * day), by: .month, timeZone: zone)
      let groupings: [(String, ConsumptionGrouping?)] = [
        ("all", nil), ("kind", .kind), ("item", .item),
      ]
      for (name, grouping) in groupings {
        let query = ConsumptionQuery(unit: unit, period: period, grouping: grouping)
        let time = try await median(
          { try await store.consumption(query, in: tenant).totals.entryCount }, expecting: entries)
        report.add("statistics.year.\(place).\(name)", time, "ms")
      }
    }
  }

  private static func measureAccount(
    _ store: PostgresStore, _ pairs: Int, into report: Report
  ) async throws {
    try await use(store, "busy", in: "single", nil, pairs: pairs)
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    let period = StatisticsPeriod(
      from: Instant(microseconds: now - 30 * 86_400_000_000),
      to: Instant(microseconds: now + 86_400_000_000), by: .day)
    for grouping in [nil, ConsumptionGrouping.kind] {
      let query = ConsumptionQuery(
        unit: unit, account: "busy", period: period, grouping: grouping)
      let time = try await median(
        { try await store.consumption(query, in: "single").totals.entryCount },
        expecting: pairs + 1)
      report.add(
        "statistics.account.month.\(grouping == nil ? "all" : "kind")", time, "ms")
    }
  }

  /// Reads of the one account, among all the rows of the others.
  private static func measureReads(
    _ store: PostgresStore, _ pairs: Int, into report: Report
  ) async throws {
    let busy = AccountAddress(tenant: "single", account: "busy")
    report.add(
      "reads.balance",
      try await median(
        {
          try await store.balance(of: unit, busy, asOf: nil, expiringWithin: 0).posted.value
        }, expecting: Int(HoldfastLedger.grant) - 60 * pairs), "ms")
    let past = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    report.add(
      "reads.balance.as-of",
      try await median(
        { try await store.balance(of: unit, busy, asOf: past).posted.value },
        expecting: Int(HoldfastLedger.grant) - 60 * pairs), "ms")
    let size = 50
    var cursor: String?
    for _ in 0..<(pairs + 1) / size {
      cursor = try await store.ledger(of: unit, busy, .cursor(cursor, limit: size)).nextCursor
    }
    for (name, place) in [("first", nil), ("last", cursor)] {
      let count = place == nil ? size : (pairs + 1) % size
      report.add(
        "reads.ledger.\(name)-page",
        try await median(
          {
            Int64(try await store.ledger(of: unit, busy, .cursor(place, limit: size)).entries.count)
          }, expecting: count), "ms")
    }
  }
}
