/// The value of one parameter in PostgreSQL's binary format, or none.
///
/// Its type is said by the query; a value of another width than the type's is refused by the server.
package struct Parameter: Hashable, Sendable {
  /// Numbers are kept as they are, so that they need no memory of their own.
  enum Content: Hashable, Sendable {
    case null
    case byte(UInt8)
    case int16(Int16)
    case int32(Int32)
    case int64(Int64)
    case pair(UInt64, UInt64)
    case bytes([UInt8])
  }

  let content: Content

  init(_ content: Content) {
    self.content = content
  }

  /// SQL's NULL, whatever the type.
  package static let null = Parameter(.null)

  package static func bool(_ value: Bool?) -> Parameter {
    Parameter(value.map { .byte($0 ? 1 : 0) } ?? .null)
  }

  package static func int2(_ value: Int16?) -> Parameter {
    Parameter(value.map { .int16($0) } ?? .null)
  }

  package static func int4(_ value: Int32?) -> Parameter {
    Parameter(value.map { .int32($0) } ?? .null)
  }

  package static func int8(_ value: Int64?) -> Parameter {
    Parameter(value.map { .int64($0) } ?? .null)
  }

  /// A transaction's number.
  package static func xid8(_ value: UInt64) -> Parameter {
    Parameter(.int64(Int64(bitPattern: value)))
  }

  /// A place in the write-ahead log.
  package static func lsn(_ value: UInt64) -> Parameter {
    Parameter(.int64(Int64(bitPattern: value)))
  }

  /// A UUID of its first and its last eight bytes, each read as a big-endian number.
  package static func uuid(first: UInt64, second: UInt64) -> Parameter {
    Parameter(.pair(first, second))
  }

  /// Microseconds since 1970-01-01T00:00:00Z; see `TimestampFormat` for the range.
  package static func timestamptz(_ microseconds: Int64?) -> Parameter {
    Parameter(microseconds.map { .int64(TimestampFormat.encoded($0)) } ?? .null)
  }

  /// Text without U+0000, which PostgreSQL refuses.
  package static func text(_ value: String?) -> Parameter {
    Parameter(value.map { .bytes(Array($0.utf8)) } ?? .null)
  }

  /// The UTF-8 of a text.
  package static func text(utf8: [UInt8]) -> Parameter {
    Parameter(.bytes(utf8))
  }

  package static func bytea(_ value: [UInt8]?) -> Parameter {
    Parameter(value.map { .bytes($0) } ?? .null)
  }

  /// The UTF-8 of a JSON text, for type `json`.
  package static func json(utf8: [UInt8]?) -> Parameter {
    Parameter(utf8.map { .bytes($0) } ?? .null)
  }
}

extension Parameter {
  /// As it is sent; `nil` for NULL.
  package var bytes: [UInt8]? {
    switch content {
    case .null: nil
    case .byte(let value): [value]
    case .int16(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .int32(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .int64(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
    case .pair(let first, let second):
      withUnsafeBytes(of: (first.bigEndian, second.bigEndian)) { Array($0) }
    case .bytes(let value): value
    }
  }
}
