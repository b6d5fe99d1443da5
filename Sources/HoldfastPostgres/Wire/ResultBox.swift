internal import CLibPQ

/// Owns one result of libpq and frees it exactly once.
struct ResultBox: ~Copyable {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) {
    self.raw = raw
  }

  deinit {
    PQclear(raw)
  }

  var status: ExecStatusType { PQresultStatus(raw) }

  /// The SQLSTATE of an error; `nil` for one that libpq noticed by itself.
  var sqlState: SQLState? {
    // PG_DIAG_SQLSTATE, a character literal, which Swift does not import.
    PQresultErrorField(raw, Int32(UInt8(ascii: "C"))).map { SQLState(String(cString: $0)) }
  }

  /// Whether the server ended the session with this error.
  var endsSession: Bool {
    // PG_DIAG_SEVERITY_NONLOCALIZED, which is in English in every locale.
    guard let severity = PQresultErrorField(raw, Int32(UInt8(ascii: "V"))) else { return false }
    let text = String(cString: severity)
    return text == "FATAL" || text == "PANIC"
  }
}
