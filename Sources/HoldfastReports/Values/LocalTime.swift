package import Holdfast

/// An instant as the clock of a time zone shows it.
package struct LocalTime: Hashable, Sendable {
  package var date: CivilDate
  /// 0 ..< 86,400.
  package var secondOfDay: Int64
  /// What the clock is ahead of UTC, in seconds.
  package var offset: Int64

  package init(_ instant: Instant, in zone: ZoneRules) {
    let local = zone.local(at: instant).flooredDivision(by: 1_000_000)
    let day = local.flooredDivision(by: 86_400)
    date = CivilDate(daysSinceEpoch: day)
    secondOfDay = local - day * 86_400
    offset = zone.offset(atSecond: instant.microseconds.flooredDivision(by: 1_000_000))
  }

  /// `2026-03-29`.
  package var dateText: String {
    "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  /// `2026-03`.
  package var monthText: String { String(dateText.dropLast(3)) }

  /// `14:05`, or `14:05:09` where there are seconds.
  package var clockText: String {
    let minutes = "\(padded(secondOfDay / 3600, 2)):\(padded(secondOfDay / 60 % 60, 2))"
    return secondOfDay % 60 == 0 ? minutes : minutes + ":" + padded(secondOfDay % 60, 2)
  }

  /// `+02:00`.
  package var offsetText: String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  /// RFC 3339 with the zone's offset, to the second; of offsets with seconds, which no RFC 3339 text
  /// can have, in UTC.
  package static func rfc3339(_ instant: Instant, in zone: ZoneRules) -> String {
    let time = LocalTime(instant, in: zone)
    let isWhole = instant.microseconds % 1_000_000 == 0 && time.offset % 60 == 0
    guard isWhole, (1...9999).contains(time.date.year) else { return instant.description }
    let clock = time.clockText.count == 5 ? time.clockText + ":00" : time.clockText
    return "\(time.dateText)T\(clock)\(time.offset == 0 ? "Z" : time.offsetText)"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `March`.
  package var monthName: String { LocalTime.monthNames[Int(date.month) - 1] }

  /// `29 Mar`.
  package var shortDay: String { "\(date.day) \(monthName.prefix(3))" }

  /// `Sun`.
  package var weekdayName: String {
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let day = date.daysSinceEpoch
    return names[Int(day - day.flooredDivision(by: 7) * 7)]
  }

  private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
