/// Reading fields. Those without `optional` in their name trap on NULL.
extension Rows {
  package func isNull(_ row: Int, _ column: Int) -> Bool {
    range(row, column) == nil
  }

  package func bool(_ row: Int, _ column: Int) -> Bool {
    present(optionalBool(row, column))
  }

  package func optionalBool(_ row: Int, _ column: Int) -> Bool? {
    number(row, column, UInt8.self).map { $0 != 0 }
  }

  package func int16(_ row: Int, _ column: Int) -> Int16 {
    present(optionalInt16(row, column))
  }

  package func optionalInt16(_ row: Int, _ column: Int) -> Int16? {
    number(row, column, Int16.self)
  }

  package func int32(_ row: Int, _ column: Int) -> Int32 {
    present(optionalInt32(row, column))
  }

  package func optionalInt32(_ row: Int, _ column: Int) -> Int32? {
    number(row, column, Int32.self)
  }

  package func int64(_ row: Int, _ column: Int) -> Int64 {
    present(optionalInt64(row, column))
  }

  package func optionalInt64(_ row: Int, _ column: Int) -> Int64? {
    number(row, column, Int64.self)
  }

  /// A field of type `xid8` or `pg_lsn`.
  package func uint64(_ row: Int, _ column: Int) -> UInt64 {
    present(number(row, column, UInt64.self))
  }

  /// The first and the last eight bytes of a UUID, each read as a big-endian number.
  package func uuid(_ row: Int, _ column: Int) -> (first: UInt64, second: UInt64) {
    present(optionalUUID(row, column))
  }

  package func optionalUUID(_ row: Int, _ column: Int) -> (first: UInt64, second: UInt64)? {
    guard let range = range(row, column) else { return nil }
    precondition(range.count == 16, "not a uuid")
    return bytes.withUnsafeBytes {
      (
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound + 8, as: UInt64.self))
      )
    }
  }

  /// A `timestamptz` as microseconds since 1970-01-01T00:00:00Z; see `TimestampFormat`.
  package func timestamptz(_ row: Int, _ column: Int) -> Int64 {
    present(optionalTimestamptz(row, column))
  }

  package func optionalTimestamptz(_ row: Int, _ column: Int) -> Int64? {
    optionalInt64(row, column).map(TimestampFormat.decoded)
  }

  /// A `text` or `json`, or a field of any type in the answer to a script.
  package func text(_ row: Int, _ column: Int) -> String {
    present(optionalText(row, column))
  }

  package func optionalText(_ row: Int, _ column: Int) -> String? {
    range(row, column).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// A `bytea`, or the UTF-8 of a `text` or `json`; a view of the answer, not a copy.
  package func bytes(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    present(optionalBytes(row, column))
  }

  package func optionalBytes(_ row: Int, _ column: Int) -> ArraySlice<UInt8>? {
    range(row, column).map { bytes[$0] }
  }

  private func present<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("NULL where a value was expected") }
    return value
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ row: Int, _ column: Int, _ type: Number.Type
  ) -> Number? {
    guard let range = range(row, column) else { return nil }
    precondition(range.count == MemoryLayout<Number>.size, "a number of another width")
    return bytes.withUnsafeBytes {
      Number(bigEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
    }
  }
}
