/// A connection to the ledger's database on which the caller has a transaction open.
///
/// `PostgresStore.submit(_:in:)` runs its statements on it, and so they are committed or rolled back
/// together with what the caller writes. Any driver that sends parameters in PostgreSQL's binary
/// format, and answers in it, can be one. `LibPQSession` is one that needs no other package.
public protocol SQLSession: Sendable {
  /// Runs statements of the open transaction in their order, and answers with the rows of each.
  ///
  /// It may send them together, and the first that fails ends it. Whatever it throws reaches whoever
  /// called the store; nothing is sent after it.
  func run(_ statements: [SQLStatement]) async throws -> [SQLRows]
}

/// A statement with the values of its parameters.
public struct SQLStatement: Hashable, Sendable {
  /// SQL with the places `$1`, `$2`, … for parameters.
  public let text: String
  /// As many as `text` has places, the first of them `$1`.
  public let parameters: [SQLParameter]

  /// A statement of this text.
  public init(_ text: String, _ parameters: [SQLParameter] = []) {
    self.text = text
    self.parameters = parameters
  }
}

/// The value of a parameter.
public struct SQLParameter: Hashable, Sendable {
  /// The OID of its type: 20 for `bigint`, 25 for `text`, ….
  public let type: UInt32
  /// In the type's binary format; `nil` for NULL.
  public let bytes: [UInt8]?

  /// A value of any type.
  public init(type: UInt32, bytes: [UInt8]?) {
    self.type = type
    self.bytes = bytes
  }

  /// A `text` without U+0000.
  public static func text(_ value: String) -> SQLParameter {
    SQLParameter(type: TypeOID.text.rawValue, bytes: Array(value.utf8))
  }

  /// A `bigint`.
  public static func int8(_ value: Int64) -> SQLParameter {
    SQLParameter(
      type: TypeOID.int8.rawValue, bytes: withUnsafeBytes(of: value.bigEndian) { Array($0) })
  }
}

/// The rows that a statement answered with; none for one that answers with nothing.
public struct SQLRows: Hashable, Sendable {
  /// Row by row the fields in the binary format of their types; `nil` for NULL.
  public let fields: [[[UInt8]?]]

  /// Rows of these fields, as many in each.
  public init(_ fields: [[[UInt8]?]]) {
    self.fields = fields
  }
}
