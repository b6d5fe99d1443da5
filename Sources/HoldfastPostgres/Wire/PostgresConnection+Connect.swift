internal import CLibPQ

extension PostgresConnection {
  /// A connection that is open, non-blocking and in pipeline mode.
  static func connect(
    _ options: ConnectionOptions, deadline: Deadline
  ) throws(PostgresError) -> OpaquePointer {
    guard let raw = start(options) else {
      throw PostgresError(.cannotConnect(.unreachable))
    }
    do throws(PostgresError) {
      // An empty host says that libpq did not get as far as to look at it. What it complains about
      // may quote the connection string, password included.
      if PQstatus(raw) == CONNECTION_BAD, PQhost(raw).map({ $0.pointee == 0 }) ?? true {
        throw PostgresError(.cannotConnect(.invalidOptions))
      }
      // libpq has the SQLSTATE of a refused connection only as part of its verbose message.
      PQsetErrorVerbosity(raw, PQERRORS_VERBOSE)
      // Notices would otherwise go to the process's standard error.
      PQsetNoticeReceiver(raw, { _, _ in }, nil)
      try finish(raw, deadline: deadline)
      PQsetErrorVerbosity(raw, PQERRORS_DEFAULT)
      guard PQsetnonblocking(raw, 1) == 0, PQenterPipelineMode(raw) == 1 else {
        throw PostgresError(.cannotConnect(.unreachable))
      }
    } catch {
      PQfinish(raw)
      throw error
    }
    return raw
  }

  private static func start(_ options: ConnectionOptions) -> OpaquePointer? {
    // Of two values for one option the later one counts: the encoding is ours to say.
    let names: [StaticString] = ["dbname", "fallback_application_name", "client_encoding"]
    let encoding: StaticString = "UTF8"
    return options.connectionString.withCString { connection in
      options.applicationName.withCString { application in
        var keywords: [UnsafePointer<CChar>?] = names.map(cString)
        var values: [UnsafePointer<CChar>?] = [connection, application, cString(encoding)]
        keywords.append(nil)
        values.append(nil)
        return PQconnectStartParams(keywords, values, 1)
      }
    }
  }

  private static func cString(_ text: StaticString) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func finish(
    _ raw: OpaquePointer, deadline: Deadline
  ) throws(PostgresError) {
    var state = PQstatus(raw) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard state != PGRES_POLLING_FAILED else { throw refusal(raw) }
      // The socket is another one for each host that is tried.
      let ready = Readiness.wait(
        for: PQsocket(raw), toWrite: state == PGRES_POLLING_WRITING, until: deadline)
      guard ready else {
        throw PostgresError(
          .cannotConnect(.unreachable), connectMessage: "no answer before the deadline")
      }
      state = PQconnectPoll(raw)
    }
  }

  private static func refusal(_ raw: OpaquePointer) -> PostgresError {
    let message = PQerrorMessage(raw).map { String(cString: $0) } ?? ""
    let state = SQLState(lastInVerbose: message)
    let failure =
      if PQconnectionNeedsPassword(raw) == 1 {
        ConnectFailure.authentication
      } else {
        state.map { ConnectFailure($0) } ?? .unreachable
      }
    return PostgresError(.cannotConnect(failure), sqlState: state, connectMessage: message)
  }
}

extension SQLState {
  /// Of the last host's refusal. libpq writes it between the severity and the message, in every
  /// language as `:  28P01: `.
  init?(lastInVerbose message: String) {
    let bytes = Array(message.utf8)
    let (colon, blank) = (UInt8(ascii: ":"), UInt8(ascii: " "))
    var found: SQLState?
    for start in bytes.indices where start + 10 <= bytes.count {
      let code = bytes[start + 3..<start + 8]
      let isCode = code.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
      guard isCode, bytes[start] == colon, bytes[start + 1] == blank, bytes[start + 2] == blank,
        bytes[start + 8] == colon, bytes[start + 9] == blank
      else { continue }
      found = SQLState(String(decoding: code, as: UTF8.self))
    }
    guard let found else { return nil }
    self = found
  }
}
