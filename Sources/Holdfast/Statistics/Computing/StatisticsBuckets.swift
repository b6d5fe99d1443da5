/// The buckets of a period: where each begins, and which one an instant lies in.
package struct StatisticsBuckets: Sendable {
  /// The first instant that counts.
  package let from: Instant
  /// The first instant that does not count any more.
  package let to: Instant
  /// Where each begins, in order.
  package let starts: [Instant]
  /// Where the last ends; `from` when there is none.
  package let end: Instant

  /// The calendar's stretches that the period touches.
  ///
  /// More than `StatisticsPeriod.mostBuckets` are refused with their number, which for a period of
  /// far too many is an estimate.
  package init(_ period: StatisticsPeriod) throws(LedgerError) {
    try period.validate()
    guard let rules = ZoneRules(period.timeZone) else {
      throw Validation.invalid("timeZone", "is not known")
    }
    from = period.from
    to = period.to
    let length = period.to.microseconds - period.from.microseconds
    let estimate = length / period.granularity.typicalMicroseconds
    guard estimate <= 2 * Int64(StatisticsPeriod.mostBuckets) else {
      throw StatisticsPeriod.tooManyBuckets(estimate)
    }
    var starts: [Instant] = []
    var next = period.from
    while next < period.to {
      let bounds = rules.bounds(
        of: period.granularity, weekStart: period.weekStart, containing: next)
      starts.append(bounds.start ?? next)
      next = bounds.end ?? .latest
    }
    guard starts.count <= StatisticsPeriod.mostBuckets else {
      throw StatisticsPeriod.tooManyBuckets(Int64(starts.count))
    }
    self.starts = starts
    end = next
  }

  /// How many there are.
  package var count: Int { starts.count }

  /// Where one ends.
  package func end(of index: Int) -> Instant {
    index + 1 < starts.count ? starts[index + 1] : end
  }

  /// The one that the instant lies in; `nil` for an instant outside the period.
  package func index(of instant: Instant) -> Int? {
    guard from <= instant, instant < to else { return nil }
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= instant { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension CalendarUnit {
  /// How long one is without clock changes, a month and a year at their longest.
  fileprivate var typicalMicroseconds: Int64 {
    let seconds: Int64 =
      switch self {
      case .minute: 60
      case .hour: 3_600
      case .day: 86_400
      case .week: 604_800
      case .month: 31 * 86_400
      case .year: 366 * 86_400
      }
    return seconds * 1_000_000
  }
}
