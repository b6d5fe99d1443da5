import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Values on the wire")
struct WireValueTests {
  @Test(
    "each type comes back as it was sent, and NULL too",
    arguments: [ConnectionOptions.Statements.prepared, .unnamed])
  func scalars(statements: ConnectionOptions.Statements) throws {
    let connection = try WireTest.connect(statements)
    let types: [TypeOID] = [
      .bool, .int2, .int4, .int8, .uuid, .timestamptz, .text, .bytea, .json,
    ]
    let query = Query("scalars", "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9", parameterTypes: types)
    let low = try connection.ask(
      query, .bool(false), .int2(.min), .int4(.min), .int8(.min), .uuid(first: 0, second: 1),
      .timestamptz(-62_135_596_800_000_000), .text(""), .bytea([]), .json(utf8: Array("1".utf8)))
    #expect(!low.bool(0, 0))
    #expect(low.int16(0, 1) == .min)
    #expect(low.int32(0, 2) == .min)
    #expect(low.int64(0, 3) == .min)
    #expect(low.uuid(0, 4) == (0, 1))
    #expect(low.timestamptz(0, 5) == -62_135_596_800_000_000)
    #expect(low.optionalText(0, 6) == "")
    #expect(low.optionalBytes(0, 7) == [])
    #expect(low.text(0, 8) == "1")

    let metadata = #"{"a": ["\u0041", 1e400]}"#
    let high = try connection.ask(
      query, .bool(true), .int2(.max), .int4(.max), .int8(.max),
      .uuid(first: 0x0123_4567_89ab_cdef, second: .max), .timestamptz(253_402_300_799_999_999),
      .text("héllo ' \" \\ 🪙"), .bytea(Array(0...255)), .json(utf8: Array(metadata.utf8)))
    #expect(high.bool(0, 0))
    #expect(high.int16(0, 1) == .max)
    #expect(high.int32(0, 2) == .max)
    #expect(high.int64(0, 3) == .max)
    #expect(high.uuid(0, 4) == (0x0123_4567_89ab_cdef, .max))
    #expect(high.timestamptz(0, 5) == 253_402_300_799_999_999)
    #expect(high.text(0, 6) == "héllo ' \" \\ 🪙")
    #expect(Array(high.bytes(0, 7)) == Array(0...255))
    #expect(high.text(0, 8) == metadata)

    let nulls = try connection.ask(
      query, .bool(nil), .int2(nil), .int4(nil), .int8(nil), .null, .timestamptz(nil), .text(nil),
      .bytea(nil), .json(utf8: nil))
    for column in 0..<9 { #expect(nulls.isNull(0, column)) }
    #expect(nulls.optionalBool(0, 0) == nil)
    #expect(nulls.optionalInt16(0, 1) == nil)
    #expect(nulls.optionalInt32(0, 2) == nil)
    #expect(nulls.optionalInt64(0, 3) == nil)
    #expect(nulls.optionalUUID(0, 4) == nil)
    #expect(nulls.optionalTimestamptz(0, 5) == nil)
    #expect(nulls.optionalText(0, 6) == nil)
    #expect(nulls.optionalBytes(0, 7) == nil)
  }

  @Test("the server reads values as we mean them")
  func meaning() throws {
    let connection = try WireTest.connect()
    let query = Query(
      "meaning", "SELECT ($1 AT TIME ZONE 'UTC')::text, $2::text, $3::text, $4::text",
      parameterTypes: [.timestamptz, .uuid, .int8Array, .boolArray])
    var numbers = ColumnBuffer.int8()
    numbers.append(int8: -5)
    numbers.appendNull()
    var flags = ColumnBuffer.bool()
    flags.append(bool: true)
    flags.append(bool: false)
    let rows = try connection.ask(
      query, .timestamptz(1_767_225_600_123_456),
      .uuid(first: 0x0011_2233_4455_6677, second: 0x8899_aabb_ccdd_eeff), numbers.parameter(),
      flags.parameter())
    #expect(rows.text(0, 0) == "2026-01-01 00:00:00.123456")
    #expect(rows.text(0, 1) == "00112233-4455-6677-8899-aabbccddeeff")
    #expect(rows.text(0, 2) == "{-5,NULL}")
    #expect(rows.text(0, 3) == "{t,f}")
  }

  @Test("infinite instants are the ends of the range, and a 64-bit transaction number is unsigned")
  func infinity() throws {
    let connection = try WireTest.connect()
    let rows = try connection.ask(
      Query(
        "infinity",
        "SELECT '-infinity'::timestamptz, 'infinity'::timestamptz, '18446744073709551615'::xid8"))
    #expect(rows.timestamptz(0, 0) == .min)
    #expect(rows.timestamptz(0, 1) == .max)
    #expect(rows.uint64(0, 2) == .max)
  }

  @Test("columns of ten thousand values come back in order, each with its NULLs")
  func columns() throws {
    let connection = try WireTest.connect()
    let query = Query(
      "columns",
      """
      SELECT * FROM unnest($1::bool[], $2::int2[], $3::int4[], $4::int8[], $5::uuid[],
        $6::timestamptz[], $7::text[], $8::bytea[], $9::json[])
      """,
      parameterTypes: [
        .boolArray, .int2Array, .int4Array, .int8Array, .uuidArray, .timestamptzArray, .textArray,
        .byteaArray, .jsonArray,
      ])
    let count = 10_000
    var columns = [
      ColumnBuffer.bool(capacity: count), .int2(), .int4(), .int8(capacity: count), .uuid(),
      .timestamptz(), .text(), .bytea(), .json(),
    ]
    for row in 0..<count {
      columns[0].append(bool: row.isMultiple(of: 2))
      columns[1].append(int2: Int16(truncatingIfNeeded: row * 7))
      columns[2].append(int4: Int32(row) * -100_000)
      columns[3].append(int8: Int64(row) << 40)
      columns[4].append(uuid: UInt64(row), .max - UInt64(row))
      columns[5].append(timestamptz: Int64(row) * 1_000_003)
      columns[6].append(text: "text \(row)")
      columns[7].append(bytea: [UInt8](repeating: UInt8(row & 255), count: row % 5))
      columns[8].append(jsonUTF8: Array("[\(row)]".utf8))
      if row % 3 == 0 {
        for column in columns.indices { columns[column].appendNull() }
      }
    }
    let rows = try connection.run(
      [Statement(query, columns.map { $0.parameter() })], deadline: WireTest.soon)[0]
    #expect(rows.columnCount == 9)
    #expect(rows.affected == rows.rowCount)
    var at = 0
    for row in 0..<count {
      #expect(rows.bool(at, 0) == row.isMultiple(of: 2))
      #expect(rows.int16(at, 1) == Int16(truncatingIfNeeded: row * 7))
      #expect(rows.int32(at, 2) == Int32(row) * -100_000)
      #expect(rows.int64(at, 3) == Int64(row) << 40)
      #expect(rows.uuid(at, 4) == (UInt64(row), .max - UInt64(row)))
      #expect(rows.timestamptz(at, 5) == Int64(row) * 1_000_003)
      #expect(rows.text(at, 6) == "text \(row)")
      #expect(rows.bytes(at, 7).count == row % 5)
      #expect(rows.text(at, 8) == "[\(row)]")
      at += 1
      if row % 3 == 0 {
        for column in 0..<9 { #expect(rows.isNull(at, column)) }
        at += 1
      }
    }
    #expect(rows.rowCount == at)
  }

  @Test("a column without values is an empty array")
  func emptyColumn() throws {
    let connection = try WireTest.connect()
    let query = Query(
      "empty", "SELECT cardinality($1), u FROM unnest($1) u", parameterTypes: [.textArray])
    #expect(try connection.ask(query, ColumnBuffer.text(capacity: 9).parameter()).rowCount == 0)
    let count = Query("cardinality", "SELECT cardinality($1)", parameterTypes: [.textArray])
    #expect(try connection.ask(count, ColumnBuffer.text().parameter()).int32(0, 0) == 0)
  }

  @Test("what a statement changed is counted, and a COMMIT tells whether it committed")
  func tags() throws {
    let connection = try WireTest.connect()
    let answers = try connection.run(
      [
        Statement(Query("create", "CREATE TEMPORARY TABLE t (a int)")),
        Statement(Query("insert", "INSERT INTO t SELECT generate_series(1, 12)")),
        Statement(Query("delete", "DELETE FROM t WHERE a > 5")),
      ], deadline: WireTest.soon)
    #expect(answers.map(\.affected) == [0, 12, 7])
    try connection.runScript("BEGIN", deadline: WireTest.soon)
    _ = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.divide, .int4(0))
    }
    #expect(try connection.ask(Query("commit", "COMMIT")).commandTag == "ROLLBACK")
  }

  @Test("a query's name on the server depends on its text and its types")
  func preparedName() {
    let query = Query("q", "SELECT $1", parameterTypes: [.int4])
    #expect(query.preparedName.hasPrefix("q."))
    #expect(
      query.preparedName == Query("q", "SELECT $1", parameterTypes: [.int4]).preparedName)
    #expect(
      query.preparedName != Query("q", "SELECT $1", parameterTypes: [.int8]).preparedName)
    #expect(
      query.preparedName != Query("q", "SELECT  $1", parameterTypes: [.int4]).preparedName)
  }
}
