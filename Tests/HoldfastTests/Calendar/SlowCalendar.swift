import Foundation

/// Boundaries found the slow way, to judge the fast one by; no code of `Holdfast` is used.
///
/// Foundation's `Calendar` shows the wall clock at each minute (or second), and a boundary is the
/// first one in a scan at which that clock shows the wanted date and time or more. Dates are
/// counted by Foundation's Gregorian calendar in GMT. Exact for zones whose offsets are whole
/// minutes, which all are since 1972. Instants are whole seconds since 1970.
struct SlowCalendar {
  /// A date and a second of its day, in the order of the calendar.
  struct Wall: Comparable {
    var date: Date
    var second: Int

    static func < (left: Wall, right: Wall) -> Bool {
      (left.date, left.second) < (right.date, right.second)
    }
  }

  private let zoned: Calendar
  private let dates: Calendar

  init?(timeZone: String) {
    guard let zone = TimeZone(identifier: timeZone), let gmt = TimeZone(secondsFromGMT: 0)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    zoned = calendar
    calendar.timeZone = gmt
    dates = calendar
  }

  /// What the clock on the wall shows; its date is noted as midnight GMT of that date.
  func wall(at instant: Int) -> Wall {
    let parts: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
    let shown = zoned.dateComponents(
      parts, from: Date(timeIntervalSince1970: TimeInterval(instant)))
    var day = DateComponents()
    day.year = shown.year
    day.month = shown.month
    day.day = shown.day
    let second = (shown.hour ?? 0) * 3600 + (shown.minute ?? 0) * 60 + (shown.second ?? 0)
    return Wall(date: dates.date(from: day) ?? .distantPast, second: second)
  }

  func offset(at instant: Int) -> Int {
    let wall = wall(at: instant)
    return Int(wall.date.timeIntervalSince1970) + wall.second - instant
  }

  /// The first minute at which the wall shows `wanted` or more, plus the odd seconds of `wanted`
  /// where the clock does show them.
  func firstInstant(showing wanted: Wall) -> Int {
    let oddSeconds = wanted.second % 60
    var minute = Wall(date: wanted.date, second: wanted.second - oddSeconds)
    var instant = Int(wanted.date.timeIntervalSince1970) + minute.second - 15 * 3600
    while wall(at: instant) < minute { instant += 60 }
    let isSkipped = wall(at: instant) != minute
    minute.second += oddSeconds
    return isSkipped ? instant : instant + oddSeconds
  }

  /// The window of a calendar unit from a day on, as the largest boundary up to `instant` and the
  /// smallest after it; `weekday` counts from Sunday = 1.
  func window(
    of unit: Calendar.Component, from second: Int, weekday: Int, containing instant: Int
  ) -> (start: Int, end: Int)? {
    var first = wall(at: instant).date
    func part(_ part: Calendar.Component) -> Int { dates.component(part, from: first) }
    func isFirst() -> Bool {
      switch unit {
      case .weekOfYear: part(.weekday) == weekday
      case .month: part(.day) == 1
      case .year: part(.day) == 1 && part(.month) == 1
      default: true
      }
    }
    while !isFirst() {
      guard let earlier = dates.date(byAdding: .day, value: -1, to: first) else { return nil }
      first = earlier
    }
    return step(containing: instant, among: -2...2) { index in
      guard let date = dates.date(byAdding: unit, value: index, to: first) else { return nil }
      return firstInstant(showing: Wall(date: date, second: second))
    }
  }

  /// A billing period, its boundaries on the anchor's day of the months or the last day before it.
  func billingPeriod(
    anchor: Int, months: Int, containing instant: Int
  ) -> (start: Int, end: Int)? {
    let anchorWall = wall(at: anchor)
    let near = Int((Double(instant - anchor) / (Double(months) * 30.436_875 * 86_400)).rounded())
    return step(containing: instant, among: near - 2...near + 2) { index in
      if index == 0 { return anchor }
      guard let date = self.date(index * months, monthsAfter: anchorWall.date) else { return nil }
      return firstInstant(showing: Wall(date: date, second: anchorWall.second))
    }
  }

  /// The date months away, going back a day at a time while Foundation makes another month of it.
  ///
  /// Not by `date(byAdding: .month)`: where that goes back two years or more into a February, it
  /// takes the wrong year's length (31 October 2052 less 272 months gave 1 March 2030).
  private func date(_ months: Int, monthsAfter date: Date) -> Date? {
    let from = dates.dateComponents([.year, .month, .day], from: date)
    guard let year = from.year, let month = from.month, let day = from.day else { return nil }
    let count = year * 12 + month - 1 + months
    let wanted = DateComponents(year: count / 12, month: count % 12 + 1)
    for day in (1...day).reversed() {
      var candidate = wanted
      candidate.day = day
      guard let found = dates.date(from: candidate) else { return nil }
      if dates.component(.month, from: found) == wanted.month { return found }
    }
    return nil
  }

  /// An hour or a minute, found by walking both ways until the clock shows another one or runs at
  /// another offset. `step` seconds at a time.
  func elapsed(
    length: Int, step: Int, containing instant: Int
  ) -> (start: Int, end: Int) {
    func state(_ instant: Int) -> [Int] {
      let wall = wall(at: instant)
      let shown = Int(wall.date.timeIntervalSince1970) + wall.second
      return [shown / length, shown - instant]
    }
    let inside = instant - instant % step
    let here = state(inside)
    var start = inside
    while state(start - step) == here { start -= step }
    var end = inside + step
    while state(end) == here { end += step }
    return (start, end)
  }

  private func step(
    containing instant: Int, among indices: ClosedRange<Int>, boundary: (Int) -> Int?
  ) -> (start: Int, end: Int)? {
    let boundaries = indices.compactMap(boundary)
    guard let start = boundaries.filter({ $0 <= instant }).max(),
      let end = boundaries.filter({ $0 > instant }).min()
    else { return nil }
    return (start, end)
  }
}
