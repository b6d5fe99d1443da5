extension Rows {
  /// The rows of a session's answer.
  init(_ rows: SQLRows) {
    rowCount = rows.fields.count
    columnCount = rows.fields.first?.count ?? 0
    commandTag = ""
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for row in rows.fields {
      precondition(row.count == columnCount, "a session's rows have equally many fields")
      for field in row {
        if let field { bytes += field }
        ends.append(field == nil ? ~bytes.count : bytes.count)
      }
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// The same as a session answers.
  var fields: [[[UInt8]?]] {
    (0..<rowCount).map { row in
      (0..<columnCount).map { optionalBytes(row, $0).map { Array($0) } }
    }
  }
}
