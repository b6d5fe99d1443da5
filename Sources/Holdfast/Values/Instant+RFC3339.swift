/// Reading and writing RFC 3339 date-times, exact to the microsecond.
extension Instant: CustomStringConvertible, LosslessStringConvertible {
  /// Reads an RFC 3339 date-time: `2026-12-01T09:00:00Z`, `2026-12-01T10:00:00.25+01:00`.
  ///
  /// `nil` for anything else: a missing offset, more than six fractional digits that are not zero, a
  /// day that does not exist, a year outside 1–9999, a leap second.
  public init?(_ text: String) {
    var reader = DateTimeReader(Array(text.utf8))
    guard let instant = reader.readAll() else { return nil }
    self = instant
  }

  /// RFC 3339 in UTC with as many fractional digits as needed: none, three or six.
  ///
  /// RFC 3339 has no text for instants outside the years 1 to 9999, such as the expiry of what was
  /// held in the last minutes of them. Those have the year with a sign, as ISO 8601 extends it:
  /// `+010000-01-01T00:29:59Z`, `-0001-12-31T00:00:00Z`, and do not read back.
  public var description: String {
    let second = microseconds.flooredDivision(by: 1_000_000)
    // Without `second * 1_000_000`, which the earliest seconds of an `Int64` are too small for.
    let remainder = microseconds % 1_000_000
    let fraction = remainder < 0 ? remainder + 1_000_000 : remainder
    let day = second.flooredDivision(by: 86_400)
    let secondOfDay = second - day * 86_400
    let date = CivilDate(daysSinceEpoch: day)
    var text: [UInt8] = []
    text.reserveCapacity(27)
    if date.year < 1 || date.year > 9999 {
      text.append(UInt8(ascii: date.year < 0 ? "-" : "+"))
    }
    text.appendDigits(abs(date.year), width: abs(date.year) > 9999 ? 6 : 4)
    text.append(UInt8(ascii: "-"))
    text.appendDigits(date.month, width: 2)
    text.append(UInt8(ascii: "-"))
    text.appendDigits(date.day, width: 2)
    text.append(UInt8(ascii: "T"))
    text.appendDigits(secondOfDay / 3600, width: 2)
    text.append(UInt8(ascii: ":"))
    text.appendDigits(secondOfDay / 60 % 60, width: 2)
    text.append(UInt8(ascii: ":"))
    text.appendDigits(secondOfDay % 60, width: 2)
    if fraction != 0 {
      text.append(UInt8(ascii: "."))
      if fraction % 1000 == 0 {
        text.appendDigits(fraction / 1000, width: 3)
      } else {
        text.appendDigits(fraction, width: 6)
      }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}

private struct DateTimeReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readAll() -> Instant? {
    guard let year = digits(4), byte("-"), let month = digits(2), byte("-"),
      let day = digits(2), byte("T") || byte("t"),
      let hour = digits(2), byte(":"), let minute = digits(2), byte(":"), let second = digits(2),
      let fraction = fraction(), let offset = offset(), index == bytes.count
    else { return nil }
    guard year >= 1, hour <= 23, minute <= 59, second <= 59 else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists else { return nil }
    let seconds = date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset
    let instant = Instant(microseconds: seconds * 1_000_000 + fraction)
    guard instant >= .earliest, instant <= .latest else { return nil }
    return instant
  }

  private mutating func byte(_ expected: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: expected) else { return false }
    index += 1
    return true
  }

  private mutating func digits(_ count: Int) -> Int64? {
    guard index + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for offset in index..<index + count {
      guard case 48...57 = bytes[offset] else { return nil }
      value = value * 10 + Int64(bytes[offset] - 48)
    }
    index += count
    return value
  }

  private mutating func fraction() -> Int64? {
    guard byte(".") else { return 0 }
    var value: Int64 = 0
    var count = 0
    while index < bytes.count, case 48...57 = bytes[index] {
      if count < 6 {
        value = value * 10 + Int64(bytes[index] - 48)
      } else if bytes[index] != 48 {
        return nil
      }
      count += 1
      index += 1
    }
    guard count > 0 else { return nil }
    while count < 6 {
      value *= 10
      count += 1
    }
    return value
  }

  private mutating func offset() -> Int64? {
    if byte("Z") || byte("z") { return 0 }
    let sign: Int64
    if byte("+") {
      sign = 1
    } else if byte("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hour = digits(2), byte(":"), let minute = digits(2), hour <= 23, minute <= 59
    else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}

extension [UInt8] {
  fileprivate mutating func appendDigits(_ value: Int64, width: Int) {
    var divisor: Int64 = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(48 + value / divisor % 10))
      divisor /= 10
    }
  }
}
