internal import Holdfast

/// What `--from` and `--to` name: where it begins, and where it ends unless `--to` says otherwise.
///
/// A day, month or word such as `last-month` lies in the calendar of the time zone; a span such as
/// `7d` ends now and one such as `+7d` begins now. What ends now begins with a quarter-hour, as sums
/// are stored for such, and what is cut off of one has to be read from the rows of all accounts.
struct ReportInstant: Hashable, Sendable {
  var start: Instant
  var end: Instant

  private static let quarterHour: Int64 = 900_000_000

  /// What the option takes, in words.
  static let words =
    "an instant, 2026-03-29, 2026-03, 2026, now, today, yesterday, 24h, 7d, +7d,"
    + " this-, last- or next-week, -month or -year"

  /// `nil` for a text that names nothing.
  init?(_ text: String, in zone: ZoneRules, weekStart: Weekday, now: Instant) {
    let calendar = ZoneCalendar(zone: zone, weekStart: weekStart)
    if let instant = Instant(text) {
      (start, end) = (instant, now)
    } else if let found = ReportInstant.date(text, calendar) {
      self = found
    } else if let found = ReportInstant.word(text, calendar, now: now) {
      self = found
    } else if text.hasPrefix("+"), let seconds = ExplainCommand.seconds(String(text.dropFirst())) {
      (start, end) = (now, min(.latest, now.advanced(bySeconds: Int64(seconds))))
    } else if let seconds = ExplainCommand.seconds(text) {
      let first = max(.earliest, now.advanced(bySeconds: -Int64(seconds)))
      let rest = first.microseconds % ReportInstant.quarterHour
      let within = rest < 0 ? rest + ReportInstant.quarterHour : rest
      (start, end) = (max(.earliest, first.advanced(byMicroseconds: -within)), now)
    } else {
      return nil
    }
  }

  private init(_ bounds: (start: Instant, end: Instant)) {
    (start, end) = bounds
  }

  /// `2026`, `2026-03` or `2026-03-29`.
  private static func date(_ text: String, _ calendar: ZoneCalendar) -> ReportInstant? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let widths = [4, 2, 2]
    guard (1...3).contains(parts.count),
      zip(parts, widths).allSatisfy({ part, width in
        part.utf8.count == width && part.utf8.allSatisfy { (48...57).contains($0) }
      })
    else { return nil }
    let numbers = parts.compactMap { Int64($0) } + [1, 1]
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    guard date.exists, date.year >= 1 else { return nil }
    let unit: CalendarUnit = [.year, .month, .day][parts.count - 1]
    return ReportInstant(calendar.bounds(of: unit, containing: calendar.midnight(of: date)))
  }

  /// `today`, `last-month`, `next-week` and the like.
  private static func word(
    _ text: String, _ calendar: ZoneCalendar, now: Instant
  ) -> ReportInstant? {
    let (unit, step): (CalendarUnit, Int)
    switch text {
    case "now": return ReportInstant((now, now))
    case "today": (unit, step) = (.day, 0)
    case "yesterday": (unit, step) = (.day, -1)
    case "tomorrow": (unit, step) = (.day, 1)
    default:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let units: [Substring: CalendarUnit] = ["week": .week, "month": .month, "year": .year]
      let steps: [Substring: Int] = ["last": -1, "this": 0, "next": 1]
      guard parts.count == 2, let found = units[parts[1]], let offset = steps[parts[0]] else {
        return nil
      }
      (unit, step) = (found, offset)
    }
    let present = calendar.bounds(of: unit, containing: now)
    switch step {
    case -1:
      return ReportInstant(
        calendar.bounds(of: unit, containing: present.start.advanced(byMicroseconds: -1)))
    case 1: return ReportInstant(calendar.bounds(of: unit, containing: present.end))
    default: return ReportInstant(present)
    }
  }
}
