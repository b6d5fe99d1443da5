/// The minutes, hours, days, weeks, months and years of a zone.
extension ZoneRules {
  /// The unit of the zone's calendar that `instant` lies in; the next one contains its end.
  ///
  /// Minutes and hours are elapsed time aligned to the offset, and a change of offset starts a new
  /// one. A day and what is longer runs from `startTime` to `startTime` by the local clock.
  package func bounds(
    of unit: CalendarUnit, startTime: TimeOfDay = .midnight, weekStart: Weekday = .monday,
    containing instant: Instant
  ) -> WindowBounds {
    switch unit {
    case .minute: return elapsedBounds(length: 60, containing: instant)
    case .hour: return elapsedBounds(length: 3600, containing: instant)
    case .day, .week, .month, .year: break
    }
    let startSecond = startTime.secondOfDay
    let local = local(at: instant).flooredDivision(by: 1_000_000) - startSecond
    let index = unit.index(ofDay: local.flooredDivision(by: 86_400), weekStart: weekStart)
    return WindowBounds(around: instant, guess: index) { index in
      let day = unit.firstDay(ofIndex: index, weekStart: weekStart)
      return self.instant(atLocal: (day * 86_400 + startSecond) * 1_000_000)
    }
  }

  private func elapsedBounds(length: Int64, containing instant: Instant) -> WindowBounds {
    let second = instant.flooredSecond
    let offset = offset(atSecond: second)
    var start = (second + offset).flooredDivision(by: length) * length - offset
    var end = start + length
    if self.offset(atSecond: start) != offset {
      start = change(from: start, to: second)
    }
    if self.offset(atSecond: end - 1) != offset {
      end = change(from: second, to: end - 1)
    }
    return WindowBounds(from: Instant(seconds: start), to: Instant(seconds: end))
  }

  /// The billing period that `instant` lies in, see `Window.billingPeriod`.
  func billingPeriod(
    anchor: Instant, months: Int64, containing instant: Instant
  ) -> WindowBounds {
    let anchorLocal = local(at: anchor)
    let anchorDay = anchorLocal.flooredDivision(by: 86_400_000_000)
    let timeOfDay = anchorLocal - anchorDay * 86_400_000_000
    let anchorDate = CivilDate(daysSinceEpoch: anchorDay)
    let today = CivilDate(
      daysSinceEpoch: local(at: instant).flooredDivision(by: 86_400_000_000))
    let guess = (today.monthIndex - anchorDate.monthIndex).flooredDivision(by: months)
    return WindowBounds(around: instant, guess: guess) { index in
      // The anchor's local time may be a repeated one, in its second occurrence.
      if index == 0 { return anchor }
      let date = CivilDate(
        monthIndex: anchorDate.monthIndex + index * months, dayUpTo: anchorDate.day)
      return self.instant(atLocal: date.daysSinceEpoch * 86_400_000_000 + timeOfDay)
    }
  }
}

/// Numbers for the days, weeks, months and years, each one more than that of the unit before it.
/// A *day* is counted from 1970-01-01.
extension CalendarUnit {
  fileprivate func index(ofDay day: Int64, weekStart: Weekday) -> Int64 {
    switch self {
    case .minute, .hour, .day: day
    case .week: (day - weekStart.firstDay).flooredDivision(by: 7)
    case .month: CivilDate(daysSinceEpoch: day).monthIndex
    case .year: CivilDate(daysSinceEpoch: day).year
    }
  }

  fileprivate func firstDay(ofIndex index: Int64, weekStart: Weekday) -> Int64 {
    switch self {
    case .minute, .hour, .day: index
    case .week: index * 7 + weekStart.firstDay
    case .month: CivilDate(monthIndex: index, dayUpTo: 1).daysSinceEpoch
    case .year: CivilDate(year: index, month: 1, day: 1).daysSinceEpoch
    }
  }
}

extension Weekday {
  /// The first such day from 1969-12-29 on, which was a Monday.
  fileprivate var firstDay: Int64 {
    Int64(rawValue) - 4
  }
}

extension CivilDate {
  /// Months since the first of the year 0.
  fileprivate var monthIndex: Int64 {
    year * 12 + month - 1
  }

  /// The day `dayUpTo` of a month, or the month's last day where it is shorter.
  fileprivate init(monthIndex: Int64, dayUpTo: Int64) {
    let year = monthIndex.flooredDivision(by: 12)
    let month = monthIndex - year * 12 + 1
    let day = min(dayUpTo, CivilDate.daysIn(month: month, of: year))
    self.init(year: year, month: month, day: day)
  }
}
