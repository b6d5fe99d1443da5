internal import Holdfast

extension FuzzTarget {
  static func checkInstant(_ input: [UInt8]) throws(FuzzFinding) {
    let text = String(decoding: input, as: UTF8.self)
    if let instant = Instant(text) {
      try FuzzFinding.unless(
        instant >= .earliest && instant <= .latest, "an instant outside its years: \(text)")
      try checkText(of: instant)
    }
    guard input.count == 8 else { return }
    let microseconds = input.reduce(0) { $0 << 8 | UInt64($1) }
    try checkText(of: Instant(microseconds: Int64(bitPattern: microseconds)))
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
