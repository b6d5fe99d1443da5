internal import Holdfast

/// How the bounds of a limit are written.
private enum WindowForm: UInt8 {
  case lifetime
  case calendar
  case billingPeriod
  case fixed
}

private struct CalendarFlags: OptionSet {
  let rawValue: UInt8

  // The lowest three bits are the unit.
  static let unit: UInt8 = 0b111
  static let startTime = CalendarFlags(rawValue: 1 << 3)
  static let weekStart = CalendarFlags(rawValue: 1 << 4)
}

extension ByteWriter {
  mutating func window(_ window: Window) {
    switch window {
    case .lifetime:
      byte(WindowForm.lifetime.rawValue)
    case .calendar(let calendar):
      byte(WindowForm.calendar.rawValue)
      self.calendar(calendar)
    case .billingPeriod(let anchor, let months, let timeZone):
      byte(WindowForm.billingPeriod.rawValue)
      instant(anchor, from: .epoch)
      signed(Int64(months))
      text(timeZone)
    case .fixed(let anchor, let seconds):
      byte(WindowForm.fixed.rawValue)
      instant(anchor, from: .epoch)
      signed(seconds)
    }
  }

  private mutating func calendar(_ calendar: CalendarWindow) {
    var flags = CalendarFlags(rawValue: calendar.unit.code)
    if calendar.startTime != nil { flags.insert(.startTime) }
    if calendar.weekStart != nil { flags.insert(.weekStart) }
    byte(flags.rawValue)
    text(calendar.timeZone)
    if let time = calendar.startTime {
      signed(Int64(time.hour))
      signed(Int64(time.minute))
    }
    if let day = calendar.weekStart { byte(UInt8(day.rawValue)) }
  }
}

extension ByteReader {
  /// A window that can be used: the calendar ends the process over any other.
  mutating func window() throws(CorruptRow) -> Window {
    guard let form = WindowForm(rawValue: try byte()) else { throw corrupt("a window") }
    let window: Window
    switch form {
    case .lifetime: window = .lifetime
    case .calendar: window = .calendar(try calendar())
    case .billingPeriod:
      let anchor = try instant(from: .epoch)
      let months = try signed()
      window = .billingPeriod(
        anchor: anchor, months: Int(months), timeZone: try text().string)
    case .fixed:
      let anchor = try instant(from: .epoch)
      window = .fixed(anchor: anchor, seconds: try signed())
    }
    guard window.invalidField() == nil else { throw corrupt("a window that can be used") }
    return window
  }

  private mutating func calendar() throws(CorruptRow) -> CalendarWindow {
    let flags = CalendarFlags(rawValue: try byte())
    let unit: CalendarUnit = try coded(flags.rawValue & CalendarFlags.unit, "a calendar unit")
    let timeZone = try text().string
    var startTime: TimeOfDay?
    if flags.contains(.startTime) {
      let hour = try signed()
      startTime = TimeOfDay(hour: Int(hour), minute: Int(try signed()))
    }
    var weekStart: Weekday?
    if flags.contains(.weekStart) {
      guard let day = Weekday(rawValue: Int(try byte())) else { throw corrupt("a weekday") }
      weekStart = day
    }
    return CalendarWindow(
      unit: unit, timeZone: timeZone, startTime: startTime, weekStart: weekStart)
  }
}
