import CBenchPQ

/// A blocking connection with prepared statements, no more than a baseline needs.
///
/// Parameters and values are texts: what a thin driver would send. One thread at a time uses it.
final class BenchConnection {
  private let raw: OpaquePointer

  init(_ server: String) throws(DatabaseFailure) {
    guard let raw = PQconnectdb(server) else {
      throw DatabaseFailure(sqlState: "53200", message: "no memory for a connection")
    }
    guard PQstatus(raw) == CONNECTION_OK else {
      let message = String(cString: PQerrorMessage(raw))
      PQfinish(raw)
      throw DatabaseFailure(sqlState: "08001", message: message)
    }
    PQsetNoticeProcessor(raw, { _, _ in }, nil)
    self.raw = raw
  }

  deinit {
    PQfinish(raw)
  }

  func prepare(_ name: String, _ text: String) throws(DatabaseFailure) {
    PQclear(try checked(PQprepare(raw, name, text, 0, nil)))
  }

  /// Runs a prepared statement.
  @discardableResult
  func run(_ name: String, _ parameters: [String?] = []) throws(DatabaseFailure) -> [[String]] {
    var bytes: [CChar] = []
    var offsets: [Int?] = []
    for parameter in parameters {
      offsets.append(parameter == nil ? nil : bytes.count)
      guard let parameter else { continue }
      bytes.append(contentsOf: parameter.utf8CString)
    }
    let result = bytes.withUnsafeBufferPointer { buffer in
      let pointers = offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) }
      }
      return PQexecPrepared(raw, name, Int32(pointers.count), pointers, nil, nil, 0)
    }
    return BenchConnection.rows(try checked(result))
  }

  /// Runs the statements of a script.
  @discardableResult
  func execute(_ text: String) throws(DatabaseFailure) -> [[String]] {
    BenchConnection.rows(try checked(PQexec(raw, text)))
  }

  /// The first value of the first row.
  func value(_ text: String) throws(DatabaseFailure) -> String {
    guard let value = try execute(text).first?.first else {
      throw DatabaseFailure(sqlState: "02000", message: "no row")
    }
    return value
  }

  /// The messages that a `COPY … TO STDOUT` sends.
  func copyOut(_ text: String) throws(DatabaseFailure) -> [[UInt8]] {
    PQclear(try checked(PQexec(raw, text)))
    var messages: [[UInt8]] = []
    var message: UnsafeMutablePointer<CChar>?
    while case let count = PQgetCopyData(raw, &message, 0), count > 0 {
      messages.append(Array(UnsafeRawBufferPointer(start: message, count: Int(count))))
      PQfreemem(message)
    }
    PQclear(try checked(PQgetResult(raw)))
    return messages
  }

  /// Sends `messages` to a `COPY … FROM STDIN`.
  func copyIn(_ text: String, _ messages: [[UInt8]]) throws(DatabaseFailure) {
    PQclear(try checked(PQexec(raw, text)))
    for message in messages {
      let status = message.withUnsafeBytes { bytes in
        PQputCopyData(
          raw, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
      guard status == 1 else { throw failure(nil) }
    }
    guard PQputCopyEnd(raw, nil) == 1 else { throw failure(nil) }
    PQclear(try checked(PQgetResult(raw)))
    while let rest = PQgetResult(raw) { PQclear(rest) }
  }

  private func checked(_ result: OpaquePointer?) throws(DatabaseFailure) -> OpaquePointer {
    guard let result else { throw failure(nil) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_COPY_OUT: return result
    default:
      defer { PQclear(result) }
      throw failure(result)
    }
  }

  private func failure(_ result: OpaquePointer?) -> DatabaseFailure {
    let state = result.flatMap { PQresultErrorField($0, 0x43) }  // PG_DIAG_SQLSTATE is 'C'.
    return DatabaseFailure(
      sqlState: state.map { String(cString: $0) } ?? "08006",
      message: String(cString: PQerrorMessage(raw)))
  }

  /// Takes the values and frees the result; null is the empty text.
  private static func rows(_ result: OpaquePointer) -> [[String]] {
    defer { PQclear(result) }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
    }
  }
}
