/// Reads the elements of one line of a history, as RFC 8259 would, without making values of them.
struct LineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// What is wrong with a line, as a sentence.
  struct Malformed: Error {
    let reason: String
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0d
    {
      index += 1
    }
  }

  /// Takes a byte if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  mutating func need(_ byte: Unicode.Scalar) throws(Malformed) {
    guard take(byte) else { throw Malformed(reason: "\(byte) is missing in column \(index + 1)") }
  }

  mutating func end() throws(Malformed) {
    skipSpace()
    guard index == bytes.count else {
      throw Malformed(reason: "something follows in column \(index + 1)")
    }
  }

  /// Whether a text comes next.
  mutating func isAtText() -> Bool {
    skipSpace()
    return index < bytes.count && bytes[index] == UInt8(ascii: "\"")
  }

  /// An integer; a fraction or an exponent is refused.
  mutating func integer<Value: FixedWidthInteger>(_ name: StaticString) throws(Malformed) -> Value {
    let isNegative = take("-")
    var value: Int64 = 0
    let start = index
    while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
      let (scaled, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = scaled.subtractingReportingOverflow(Int64(bytes[index] &- 0x30))
      guard !first, !second else { throw Malformed(reason: "\(name): is out of range") }
      value = sum
      index += 1
    }
    guard index > start, index - start == 1 || bytes[start] != 0x30 else {
      throw Malformed(reason: "\(name): must be an integer")
    }
    let (signed, overflow) =
      isNegative ? (value, false) : Int64(0).subtractingReportingOverflow(value)
    guard !overflow, let result = Value(exactly: signed) else {
      throw Malformed(reason: "\(name): is out of range")
    }
    return result
  }

  mutating func integerOrNull(_ name: StaticString) throws(Malformed) -> Int64? {
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "n") else { return try integer(name) }
    guard bytes.count - index >= 4, bytes[index + 1] == UInt8(ascii: "u"),
      bytes[index + 2] == UInt8(ascii: "l"), bytes[index + 3] == UInt8(ascii: "l")
    else { throw Malformed(reason: "\(name): must be an integer or null") }
    index += 4
    return nil
  }

  /// A text without escapes, as its bytes.
  mutating func plainText(
    _ name: StaticString
  ) throws(Malformed) -> UnsafeBufferPointer<UInt8> {
    try need("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\\") else {
        throw Malformed(reason: "\(name): must be a plain text")
      }
      index += 1
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
    try need("\"")
    return text
  }

  /// A key: the number of the client's own, or the text of any.
  mutating func key(_ name: StaticString, of client: Int32?) throws(Malformed) -> RaceKey {
    if let client, !isAtText() {
      return RaceKey(client: client, number: try integer(name))
    }
    let text = String(decoding: try plainText(name), as: UTF8.self)
    guard let key = RaceKey(text: text) else {
      throw Malformed(reason: "\(name): \(text) is no key of a run")
    }
    return key
  }
}
