extension Rows {
  /// The rows of a session's answer.
  init(_ rows: SQLRows) {
    self.init(fields: rows.fields)
  }

  /// Rows of these fields, as many in each.
  package init(fields: [[[UInt8]?]], commandTag: String = "") {
    rowCount = fields.count
    columnCount = fields.first?.count ?? 0
    self.commandTag = commandTag
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for row in fields {
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
  package var fields: [[[UInt8]?]] {
    (0..<rowCount).map { row in
      (0..<columnCount).map { optionalBytes(row, $0).map { Array($0) } }
    }
  }
}
