package import Holdfast

/// Figures at instants, to be compared with statistics that should be their sums.
package struct PointSums {
  /// What the values are called.
  package let names: [String]
  private var points: [Point] = []

  private struct Point {
    let instant: Instant
    let key: StatisticsKey?
    let values: [Int128]
  }

  /// Sums by bucket, of the buckets that have any.
  private typealias Sums = [Int: [Int128]]

  package init(_ names: [String]) {
    self.names = names
  }

  /// - Parameter key: The group; `nil` where there are no groups.
  package mutating func add(_ values: [Int128], at instant: Instant, key: StatisticsKey?) {
    points.append(Point(instant: instant, key: key, values: values))
  }

  static func sum(_ left: [Int128]?, _ right: [Int128]) -> [Int128] {
    guard let left else { return right }
    return zip(left, right).map { $0 + $1 }
  }

  /// Where the answer is not the sum of the points; a sentence each.
  package func differences<Figures>(
    of answer: Statistics<Figures>, values: (Figures) -> [Int128]
  ) -> [String] {
    var whole: Sums = [:]
    var groups: [StatisticsKey: Sums] = [:]
    var found: [String] = []
    for point in points {
      guard let bucket = PointSums.bucket(at: point.instant, in: answer.buckets) else {
        found.append("no bucket has the instant \(point.instant)")
        continue
      }
      whole[bucket] = PointSums.sum(whole[bucket], point.values)
      guard let key = point.key else { continue }
      groups[key, default: [:]][bucket] = PointSums.sum(groups[key]?[bucket], point.values)
    }
    found += differences("the whole", answer.buckets, answer.totals, whole, values)
    if answer.groups.map(\.key) != answer.groups.map(\.key).sorted() {
      found.append("the groups are not in order")
    }
    for group in answer.groups {
      let own = groups.removeValue(forKey: group.key)
      if own == nil { found.append("group \(group.key) is not there") }
      found += differences(
        "group \(group.key)", group.buckets, group.totals, own ?? [:], values)
    }
    for key in groups.keys.sorted() { found.append("group \(key) is missing") }
    return found
  }

  private func differences<Figures>(
    _ place: String, _ answered: [Statistics<Figures>.Bucket], _ totals: Figures, _ own: Sums,
    _ values: (Figures) -> [Int128]
  ) -> [String] {
    let nothing = names.map { _ in Int128(0) }
    var found: [String] = []
    for (index, bucket) in answered.enumerated() {
      found += differences(
        "\(place), from \(bucket.start)", values(bucket.figures), own[index] ?? nothing)
    }
    let total = own.values.reduce(nothing) { PointSums.sum($0, $1) }
    return found + differences("\(place), in total", values(totals), total)
  }

  private func differences(_ place: String, _ answered: [Int128], _ own: [Int128]) -> [String] {
    zip(names, zip(answered, own)).filter { $0.1.0 != $0.1.1 }.map { name, figures in
      "\(place): \(name) is \(figures.0), the rows make \(figures.1)"
    }
  }

  private static func bucket<Figures>(
    at instant: Instant, in buckets: [Statistics<Figures>.Bucket]
  ) -> Int? {
    var low = 0
    var high = buckets.count
    while low < high {
      let middle = (low + high) / 2
      if buckets[middle].end <= instant { low = middle + 1 } else { high = middle }
    }
    return low < buckets.count && buckets[low].start <= instant ? low : nil
  }
}

extension Statistics {
  /// What is wrong with the buckets of a period: they follow each other, each is one of the
  /// calendar's, and together they cover it.
  package func bucketDifferences(from period: StatisticsPeriod) -> [String] {
    guard let first = buckets.first, let last = buckets.last else {
      return period.from < period.to ? ["there are no buckets"] : []
    }
    var found: [String] = []
    if !(first.start <= period.from && period.from < first.end) { found.append("the first bucket") }
    if !(last.start < period.to && period.to <= last.end) { found.append("the last bucket") }
    let window = Window.calendar(
      CalendarWindow(
        unit: period.granularity, timeZone: period.timeZone,
        weekStart: period.granularity == .week ? period.weekStart : nil))
    for (bucket, next) in zip(buckets, buckets.dropFirst().map(\.start) + [last.end]) {
      let bounds = WindowCalendar().bounds(of: window, containing: bucket.start)
      if bucket.start != bounds.start || bucket.end != bounds.end || bucket.end != next {
        found.append("the bucket of \(bucket.start)")
      }
    }
    return found
  }
}

/// The figures as a row of values, in a fixed order.
extension ConsumptionFigures {
  package static let names = [
    "spent", "granted", "entryCount", "consumed", "lapsed", "voided", "transferred", "reversed",
  ]

  package static func values(_ figures: ConsumptionFigures) -> [Int128] {
    [
      figures.spent, figures.granted, figures.entryCount, figures.consumed, figures.lapsed,
      figures.voided, figures.transferred, figures.reversed,
    ].map { Int128($0) }
  }
}

extension UsageFigures {
  package static let names = ["amount", "consumed", "eventCount", "chargedUnits"]

  package static func values(_ figures: UsageFigures) -> [Int128] {
    [figures.amount, figures.consumed, figures.eventCount, figures.chargedUnits]
      .map { Int128($0) }
  }
}
