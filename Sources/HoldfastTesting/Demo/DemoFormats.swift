internal import Holdfast

/// Numbers and instants as they are shown.
extension Int64 {
  /// With a comma before every third digit from the right: `-1,234,567`.
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension Int {
  var grouped: String { Int64(self).grouped }
}

extension Amount {
  var grouped: String { value.grouped }

  /// As `grouped`, with a sign before what was gained, too.
  var signed: String { value > 0 ? "+\(grouped)" : grouped }
}

extension Instant {
  /// The date in UTC: `2026-03-29`.
  var day: String { String(description.prefix(10)) }

  /// Hour and minute in UTC: `14:05`.
  var clock: String { String(description.dropFirst(11).prefix(5)) }
}
