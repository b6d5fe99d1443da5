internal import Holdfast

/// Statistics of a period drawn from the step, compared with sums over what the model has.
extension SideBySide {
  mutating func compareStatistics(after step: Int) async -> Mismatch? {
    var random = SplitMix(seed: UInt64(step))
    var world = model
    world.advance(to: now)
    let tenant = WorkloadGenerator.tenant
    let names: [AccountName?] = [nil] + WorkloadGenerator.accounts.map { $0 }
    let account = random.one(of: names)
    let accounts = world.accounts.filter {
      $0.tenant == tenant && (account == nil || $0.name == account)
    }
    let period = period(&random)
    let unit = random.one(of: scope.units)
    let item = random.one(of: scope.items)
    do throws(LedgerError) {
      let consumption = ConsumptionQuery(
        unit: unit, account: account, period: period,
        grouping: random.one(of: [nil, .kind, .description, .account]))
      let answer = try await store.consumption(consumption, in: tenant)
      let usage = UsageQuery(
        item: item, account: account, period: period,
        grouping: random.one(of: [nil, .item, .account]))
      let counted = try await store.usageStatistics(usage, in: tenant)
      let found =
        answer.bucketDifferences(from: period)
        + ConsumptionQuery.points(consumption, accounts)
        .differences(of: answer, values: ConsumptionFigures.values)
        + UsageQuery.points(usage, accounts)
        .differences(of: counted, values: UsageFigures.values)
      return found.first.map {
        Mismatch(step: step, path: "statistics", expected: "sums of the rows", got: $0)
      }
    } catch {
      return Mismatch(
        step: step, path: "statistics", expected: "answers", got: error.description)
    }
  }

  private func period(_ random: inout SplitMix) -> StatisticsPeriod {
    let start = SimulatedClock.start.advanced(bySeconds: -7200)
    let length = now.microseconds - start.microseconds + 7_200_000_000
    let ends = [random.number(0...length), random.number(0...length)].sorted()
    let isLong = ends[1] - ends[0] > 6 * 3_600_000_000
    return StatisticsPeriod(
      from: start.advanced(byMicroseconds: ends[0]), to: start.advanced(byMicroseconds: ends[1]),
      by: random.one(of: isLong ? [.hour, .day, .week, .month, .year] : [.minute, .hour, .day]),
      timeZone: random.one(of: ["UTC", "Europe/Paris", "Asia/Kathmandu", "America/St_Johns"]),
      weekStart: random.one(of: Weekday.allCases))
  }
}

extension ConsumptionQuery {
  /// What the entries of the model contribute.
  fileprivate static func points(
    _ query: ConsumptionQuery, _ accounts: [ModelAccount]
  ) -> PointSums {
    var points = PointSums(ConsumptionFigures.names)
    for account in accounts {
      for entry in account.balance(query.unit).entries where entry.delta != 0 {
        guard query.period.from <= entry.createdAt, entry.createdAt < query.period.to else {
          continue
        }
        let key: StatisticsKey? =
          switch query.grouping {
          case .kind: .value(entry.kind.text)
          case .description: StatisticsKey(entry.description)
          case .account: .value(account.name.text)
          default: nil
          }
        points.add(entry.values, at: entry.createdAt, key: key)
      }
    }
    return points
  }
}

extension ModelEntry {
  fileprivate var values: [Int128] {
    let (left, came) = (Int128(max(0, -delta)), Int128(max(0, delta)))
    var isCharge = false
    if case .charge = role { isCharge = true }
    return [
      left, came, 1, isCharge ? left : kind == .reversal ? -came : 0,
      kind == .expiry ? left : 0, kind == .void ? left : 0, kind == .transfer ? left : 0,
      kind == .reversal ? left + came : 0,
    ]
  }
}

extension UsageQuery {
  /// What the records of the model contribute.
  fileprivate static func points(_ query: UsageQuery, _ accounts: [ModelAccount]) -> PointSums {
    var points = PointSums(UsageFigures.names)
    for account in accounts {
      for record in account.records where record.item == query.item {
        guard query.period.from <= record.instant, record.instant < query.period.to else {
          continue
        }
        let left = record.amount - record.takenBack
        let above = max(0, record.above - record.takenBack)
        let charged = record.charge.map { charge in
          let entry = account.balance(charge.price.unit).entries[charge.entry]
          return -entry.delta - entry.reversed
        }
        let key: StatisticsKey? =
          switch query.grouping {
          case .item: .value(record.item.text)
          case .account: .value(account.name.text)
          case nil: nil
          }
        points.add(
          [left, left - above, left > 0 ? 1 : 0, charged ?? 0].map { Int128($0) },
          at: record.instant, key: key)
      }
    }
    return points
  }
}
