internal import Holdfast

/// Reads what a `ByteWriter` wrote. Whatever the bytes are, it throws or gives a value.
struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private var index = 0
  let table: StoredTable

  init(_ bytes: [UInt8], of table: StoredTable, format: UInt8) throws(CorruptRow) {
    self.bytes = bytes
    self.table = table
    try begin(format: format)
  }

  /// Reads the byte that a value begins with.
  mutating func begin(format: UInt8) throws(CorruptRow) {
    guard try byte() == format else { throw corrupt("format \(format)") }
  }

  /// All that follows.
  mutating func rest() -> [UInt8] {
    defer { index = bytes.count }
    return Array(bytes[index...])
  }

  var isAtEnd: Bool { index == bytes.count }

  func corrupt(_ expected: String) -> CorruptRow {
    CorruptRow(table, expected: expected)
  }

  /// Nothing may stand behind the value.
  func end() throws(CorruptRow) {
    guard isAtEnd else { throw corrupt("nothing more") }
  }

  mutating func byte() throws(CorruptRow) -> UInt8 {
    guard index < bytes.count else { throw corrupt("another byte") }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func word16() throws(CorruptRow) -> UInt16 {
    let low = try byte()
    return UInt16(low) | UInt16(try byte()) << 8
  }

  mutating func unsigned() throws(CorruptRow) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      if shift == 63, byte > 1 { throw corrupt("an integer of 64 bits") }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func signed() throws(CorruptRow) -> Int64 {
    ByteReader.unfolded(try unsigned())
  }

  /// How many values of at least `size` bytes each follow.
  mutating func count(size: Int = 1) throws(CorruptRow) -> Int {
    let count = try unsigned()
    guard count <= UInt64((bytes.count - index) / size) else {
      throw corrupt("a count of what follows")
    }
    return Int(count)
  }

  mutating func amount(usually usual: Amount = 0) throws(CorruptRow) -> Amount {
    Amount(try inBounds(try signed() &+ usual.value, "an amount"))
  }

  /// Wide of every figure and instant, but narrow enough that sums of some do not overflow.
  func inBounds(_ value: Int64, _ expected: String) throws(CorruptRow) -> Int64 {
    guard value.magnitude <= 1 << 60 else { throw corrupt(expected) }
    return value
  }

  mutating func span() throws(CorruptRow) -> Int64 {
    let word = try unsigned()
    let number = ByteReader.unfolded(word >> 1)
    guard word & 1 == 0 else { return try inBounds(number, "a time span") }
    let (microseconds, overflows) = number.multipliedReportingOverflow(by: 1_000_000)
    guard !overflows else { throw corrupt("a time span") }
    return try inBounds(microseconds, "a time span")
  }

  mutating func instant(from base: Instant) throws(CorruptRow) -> Instant {
    let microseconds = base.microseconds &+ (try span())
    return Instant(microseconds: try inBounds(microseconds, "an instant"))
  }

  /// `least` … 2⁴⁴ − 1.
  func version(_ value: Int64, from least: Int64 = 1) throws(CorruptRow) -> Int64 {
    guard value >= least, value < 1 << 44 else { throw corrupt("a version") }
    return value
  }

  mutating func int32() throws(CorruptRow) -> Int32 {
    guard let value = Int32(exactly: try signed()) else { throw corrupt("an integer of 32 bits") }
    return value
  }

  mutating func digest() throws(CorruptRow) -> Digest {
    let first = try word64()
    return Digest(first: first, second: try word64())
  }

  private mutating func word64() throws(CorruptRow) -> UInt64 {
    guard bytes.count - index >= 8 else { throw corrupt("eight bytes") }
    var word: UInt64 = 0
    for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << (8 * UInt64(offset)) }
    index += 8
    return word
  }

  mutating func text() throws(CorruptRow) -> ByteText {
    let count = try count()
    let range = index..<(index + count)
    guard let string = String(validating: bytes[range], as: UTF8.self) else {
      throw corrupt("text in UTF-8")
    }
    index = range.upperBound
    return ByteText(string)
  }

  mutating func name(usually usual: ByteText?) throws(CorruptRow) -> ByteText {
    let name = try text()
    guard name.string.isEmpty else { return name }
    guard let usual else { throw corrupt("a name") }
    return usual
  }
}
