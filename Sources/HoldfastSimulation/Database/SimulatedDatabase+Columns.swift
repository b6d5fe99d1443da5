/// The rows that statements bring as arrays, in the columns of `Table`.
extension SimulatedDatabase {
  private static func columns(
    _ arguments: Arguments, _ range: ClosedRange<Int>
  ) -> [[Field]] {
    let columns = range.map { arguments.elements($0) }
    return (columns.first ?? []).indices.map { row in columns.map { $0[row] } }
  }

  private static func ownKey(_ slot: Int16, _ row: [Field]) -> TableKey {
    TableKey(
      slot, RowID(row[0] ?? []), (row[1] ?? []).number(Int16.self),
      (row[2] ?? []).number(Int64.self))
  }

  static func accounts(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...4).map {
      (TableKey(slot, RowID($0[0] ?? [])), $0 + [arguments.field(5)])
    }
  }

  static func newStreams(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...17).map { row in
      let key = TableKey(slot, RowID(row[0] ?? []), (row[1] ?? []).number(Int16.self))
      return (key, Array(row[0...2]) + [row[14], row[15]] + Array(row[3...13]))
    }
  }

  static func journalRows(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...18).map { row in
      (ownKey(slot, row), Array(row[0...9]) + Array(row[11...16]) + [row[10]])
    }
  }

  static func holds(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...7).map { row in
      (ownKey(slot, row), Array(row[0...2]) + [row[4], row[5], row[3]])
    }
  }

  static func lots(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...6).map { row in
      (ownKey(slot, row), Array(row[0...2]) + [row[4], row[3]])
    }
  }

  static func records(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...6).map { (ownKey(slot, $0), $0) }
  }

  static func repayments(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...5).map { (ownKey(slot, $0), $0) }
  }

  static func groups(_ arguments: Arguments) -> [NewRow] {
    let slot = arguments.int2(1)
    return columns(arguments, 2...3).map { (TableKey(slot, RowID($0[0] ?? [])), $0) }
  }
}
