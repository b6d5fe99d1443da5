internal import Holdfast

extension FuzzTarget {
  static func checkInstant(_ input: [UInt8]) throws(FuzzFinding) {
    let text = String(decoding: input, as: UTF8.self)
    if let instant = Instant(text) {
      try FuzzFinding.unless(
        instant >= .earliest && instant <= .latest, "an instant outside its years: \(text)")
      try checkText(of: instant)
      try checkFields(of: Array(text.utf8), instant)
    }
    guard input.count == 8 else { return }
    let microseconds = input.reduce(0) { $0 << 8 | UInt64($1) }
    try checkText(of: Instant(microseconds: Int64(bitPattern: microseconds)))
  }

  /// Date and time of day say what was written, which a day or a second too many would not; an
  /// offset is subtracted.
  private static func checkFields(of text: [UInt8], _ instant: Instant) throws(FuzzFinding) {
    let isUTC = text.last == UInt8(ascii: "Z") || text.last == UInt8(ascii: "z")
    let local = text.dropLast(isUTC ? 1 : 6)
    guard let written = Instant(String(decoding: local + [UInt8(ascii: "Z")], as: UTF8.self)) else {
      throw FuzzFinding("the local part of \(instant) is no instant")
    }
    let fields = String(decoding: local.prefix(19), as: UTF8.self).uppercased()
    try FuzzFinding.unless(
      ByteText(String(written.description.prefix(19))) == ByteText(fields),
      "\(fields) is read as \(written)")
    var offset: Int64 = 0
    if !isUTC {
      let digits = text.suffix(5).filter { $0 != UInt8(ascii: ":") }.map { Int64($0) - 48 }
      offset = digits[0] * 36_000 + digits[1] * 3600 + digits[2] * 600 + digits[3] * 60
      if text[text.count - 6] == UInt8(ascii: "-") { offset = -offset }
    }
    try FuzzFinding.unless(
      instant == written.advanced(bySeconds: -offset), "an offset moves \(written) to \(instant)")
  }

  private static func checkText(of instant: Instant) throws(FuzzFinding) {
    let text = instant.description
    let isNameable = instant >= .earliest && instant <= .latest
    try FuzzFinding.unless(
      Instant(text) == (isNameable ? instant : nil),
      "\(instant.microseconds) is written \(text), which reads as another instant")
    if isNameable {
      try FuzzFinding.unless(
        [20, 24, 27].contains(text.utf8.count), "\(instant.microseconds) is written \(text)")
    }
  }
}
