package import Holdfast

/// What the buckets of a period are called, by the clock of its time zone.
package struct BucketNames: Sendable {
  private let period: StatisticsPeriod
  package let zone: ZoneRules

  /// UTC stands in for a zone that this machine does not have.
  package init(_ period: StatisticsPeriod) {
    self.period = period
    guard let zone = ZoneRules(period.timeZone) ?? ZoneRules("UTC") else {
      preconditionFailure("every machine knows UTC")
    }
    self.zone = zone
  }

  private func local(_ instant: Instant) -> LocalTime { LocalTime(instant, in: zone) }

  /// For an axis: `14:05`, `29 Mar`, `Mar`, `2026`.
  ///
  /// Where the day or the year begins, that is said instead.
  package func short(_ start: Instant, isFirst: Bool) -> String {
    let time = local(start)
    switch period.granularity {
    case .minute, .hour: return isFirst || time.secondOfDay == 0 ? time.shortDay : time.clockText
    case .day, .week: return time.shortDay
    case .month:
      let name = String(time.monthName.prefix(3))
      return isFirst || time.date.month == 1 ? "\(name) \(time.date.year)" : name
    case .year: return "\(time.date.year)"
    }
  }

  /// For a table: `2026-03-29 14:05`, `Sun 2026-03-29`, `2026-03`, `2026`.
  ///
  /// The second of two hours by the same name has its offset; of a bucket that the period begins or
  /// ends within, `part` is said.
  package func full(_ start: Instant, _ end: Instant) -> String {
    let time = local(start)
    let part = start < period.from || end > period.to ? ", part" : ""
    let name: String =
      switch period.granularity {
      case .minute, .hour: "\(time.dateText) \(time.clockText)\(repetition(start, time))"
      case .day: "\(time.weekdayName) \(time.dateText)"
      case .week: "week of \(time.dateText)"
      case .month: time.monthText
      case .year: "\(time.date.year)"
      }
    return name + part
  }

  private func repetition(_ start: Instant, _ time: LocalTime) -> String {
    let local = zone.local(at: start)
    return zone.instant(atLocal: local) == start ? "" : " \(time.offsetText)"
  }

  /// The period in words: `March 2026`, `2026`, `2026-03-29`, `2026-03-01 to 2026-03-15`,
  /// `2026-03-29 12:00 to 2026-03-29 14:00`.
  package var periodText: String {
    let (from, to) = (local(period.from), local(period.to))
    guard from.secondOfDay == 0, to.secondOfDay == 0, period.from < period.to,
      period.from.microseconds % 1_000_000 == 0, period.to.microseconds % 1_000_000 == 0
    else { return "\(minute(period.from)) to \(minute(period.to))" }
    let days = to.date.daysSinceEpoch - from.date.daysSinceEpoch
    if from.date.day == 1, days == CivilDate.daysIn(month: from.date.month, of: from.date.year) {
      return "\(from.monthName) \(from.date.year)"
    }
    if from.date.day == 1, from.date.month == 1, to.date.day == 1, to.date.month == 1,
      to.date.year == from.date.year + 1
    {
      return "\(from.date.year)"
    }
    let last = LocalTime(Instant(microseconds: period.to.microseconds - 1), in: zone)
    return days == 1 ? from.dateText : "\(from.dateText) to \(last.dateText)"
  }

  /// To the minute: `2026-03-29 12:00`.
  package func minute(_ instant: Instant) -> String {
    let time = local(instant)
    return "\(time.dateText) \(time.clockText)"
  }

  /// RFC 3339 with the zone's offset.
  package func rfc3339(_ instant: Instant) -> String { LocalTime.rfc3339(instant, in: zone) }
}
