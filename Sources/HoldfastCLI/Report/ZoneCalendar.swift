internal import Holdfast

/// The days, weeks, months and years of a time zone.
struct ZoneCalendar {
  let zone: ZoneRules
  let weekStart: Weekday

  func midnight(of date: CivilDate) -> Instant {
    zone.instant(atLocal: date.daysSinceEpoch * 86_400_000_000)
  }

  func bounds(of unit: CalendarUnit, containing instant: Instant) -> (start: Instant, end: Instant)
  {
    let bounds = zone.bounds(of: unit, weekStart: weekStart, containing: instant)
    return (
      max(.earliest, bounds.start ?? .earliest), min(.latest, bounds.end ?? .latest)
    )
  }
}
