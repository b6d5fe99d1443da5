/// Collects the values of one column and becomes a one-dimensional array parameter in binary format.
///
/// The values have one type, given at the start; appending one of another type is a programmer error.
package struct ColumnBuffer: Sendable {
  /// The type of the values, not of the array.
  package let element: TypeOID
  package private(set) var count = 0
  private var hasNulls = false
  /// The header, filled in at the end, and then each value behind its length.
  private var bytes: [UInt8]

  /// Dimensions, null flag, element type, number of elements, lower bound: five 32-bit numbers.
  private static let headerSize = 20

  private init(_ element: TypeOID, width: Int, _ capacity: Int) {
    self.element = element
    bytes = []
    bytes.reserveCapacity(Self.headerSize + capacity * (4 + width))
    bytes.append(contentsOf: repeatElement(0, count: Self.headerSize))
  }

  package static func bool(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.bool, width: 1, capacity)
  }

  package static func int2(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.int2, width: 2, capacity)
  }

  package static func int4(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.int4, width: 4, capacity)
  }

  package static func int8(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.int8, width: 8, capacity)
  }

  package static func uuid(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.uuid, width: 16, capacity)
  }

  package static func timestamptz(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.timestamptz, width: 8, capacity)
  }

  package static func text(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.text, width: 24, capacity)
  }

  package static func bytea(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.bytea, width: 64, capacity)
  }

  package static func json(capacity: Int = 0) -> ColumnBuffer {
    ColumnBuffer(.json, width: 64, capacity)
  }

  /// The array with all values so far. The buffer is used up.
  package consuming func parameter() -> Parameter {
    // PostgreSQL writes an empty array as one without dimensions: only the first three numbers.
    let isEmpty = count == 0
    put(isEmpty ? 0 : 1, at: 0)
    put(hasNulls ? 1 : 0, at: 4)
    put(element.rawValue, at: 8)
    if isEmpty {
      bytes.removeLast(8)
    } else {
      put(UInt32(count), at: 12)
      put(1, at: 16)
    }
    return Parameter(.bytes(bytes))
  }

  private mutating func put(_ number: UInt32, at offset: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt32.self)
    }
  }
}

/// Each value goes in with its length in one step: appending to an array costs by the call.
extension ColumnBuffer {
  package mutating func appendNull() {
    hasNulls = true
    count += 1
    withUnsafeBytes(of: UInt32.max) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(bool value: Bool) {
    begin(.bool)
    withUnsafeBytes(of: (UInt32(1).bigEndian, UInt8(value ? 1 : 0))) {
      bytes.append(contentsOf: $0.prefix(5))
    }
  }

  package mutating func append(int2 value: Int16) {
    begin(.int2)
    withUnsafeBytes(of: (UInt32(2).bigEndian, value.bigEndian)) {
      bytes.append(contentsOf: $0.prefix(6))
    }
  }

  package mutating func append(int4 value: Int32) {
    begin(.int4)
    withUnsafeBytes(of: (UInt32(4).bigEndian, value.bigEndian)) {
      bytes.append(contentsOf: $0)
    }
  }

  package mutating func append(int8 value: Int64) {
    begin(.int8)
    appendWord(UInt64(bitPattern: value))
  }

  /// A UUID of its first and its last eight bytes, each read as a big-endian number.
  package mutating func append(uuid first: UInt64, _ second: UInt64) {
    begin(.uuid)
    let (a, b) = (Self.halves(first), Self.halves(second))
    withUnsafeBytes(of: (UInt32(16).bigEndian, a.high, a.low, b.high, b.low)) {
      bytes.append(contentsOf: $0)
    }
  }

  /// Microseconds since 1970-01-01T00:00:00Z; see `TimestampFormat` for the range.
  package mutating func append(timestamptz microseconds: Int64) {
    begin(.timestamptz)
    appendWord(UInt64(bitPattern: TimestampFormat.encoded(microseconds)))
  }

  /// Text without U+0000, which PostgreSQL refuses.
  package mutating func append(text value: String) {
    begin(.text)
    var value = value
    value.withUTF8 { appendSized(UnsafeRawBufferPointer($0)) }
  }

  /// The UTF-8 of a text.
  package mutating func append(textUTF8 value: [UInt8]) {
    begin(.text)
    value.withUnsafeBytes { appendSized($0) }
  }

  package mutating func append(bytea value: [UInt8]) {
    begin(.bytea)
    value.withUnsafeBytes { appendSized($0) }
  }

  /// The UTF-8 of a JSON text.
  package mutating func append(jsonUTF8 value: [UInt8]) {
    begin(.json)
    value.withUnsafeBytes { appendSized($0) }
  }

  private mutating func begin(_ type: TypeOID) {
    precondition(type == element, "a value of another type than the column's")
    count += 1
  }

  private mutating func appendWord(_ word: UInt64) {
    let (high, low) = Self.halves(word)
    withUnsafeBytes(of: (UInt32(8).bigEndian, high, low)) { bytes.append(contentsOf: $0) }
  }

  private mutating func appendSized(_ value: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: UInt32(value.count).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: value)
  }

  private static func halves(_ word: UInt64) -> (high: UInt32, low: UInt32) {
    (UInt32(word >> 32).bigEndian, UInt32(truncatingIfNeeded: word).bigEndian)
  }
}
