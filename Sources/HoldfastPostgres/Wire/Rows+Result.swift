internal import CLibPQ

extension Rows {
  /// As `init(copying:)`, with its columns.
  init(describing result: borrowing ResultBox) {
    self.init(copying: result)
    let raw = result.raw
    columns = (0..<PQnfields(raw)).map { column in
      Column(
        name: PQfname(raw, column).map { String(cString: $0) } ?? "",
        isNumber: Rows.numberTypes.contains(PQftype(raw, column)))
    }
  }

  /// int8, int2, int4, float4, float8 and numeric.
  private static let numberTypes: Set<Oid> = [20, 21, 23, 700, 701, 1700]

  /// Copies everything out of a result.
  init(copying result: borrowing ResultBox) {
    let raw = result.raw
    let (rows, columns) = (PQntuples(raw), PQnfields(raw))
    let fields = Int(rows) * Int(columns)
    var size = 0
    let ends = [Int](unsafeUninitializedCapacity: fields) { ends, count in
      for row in 0..<rows {
        for column in 0..<columns {
          let length = Int(PQgetlength(raw, row, column))
          size += length
          let isNull = length == 0 && PQgetisnull(raw, row, column) == 1
          ends.initializeElement(at: count, to: isNull ? ~size : size)
          count += 1
        }
      }
    }
    bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      guard let base = UnsafeMutableRawPointer(bytes.baseAddress) else { return }
      for row in 0..<rows {
        for column in 0..<columns {
          let length = Int(PQgetlength(raw, row, column))
          guard length > 0, let value = PQgetvalue(raw, row, column) else { continue }
          (base + count).copyMemory(from: value, byteCount: length)
          count += length
        }
      }
    }
    self.ends = ends
    rowCount = Int(rows)
    columnCount = Int(columns)
    commandTag = PQcmdStatus(raw).map { String(cString: $0) } ?? ""
  }
}
