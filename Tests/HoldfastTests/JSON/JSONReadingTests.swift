import Testing

@testable import Holdfast

@Suite struct JSONReadingTests {
  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
      (" \t\r\n[ 1 , 2 ]\n", [1, 2]), ("{ \"a\" : { } }", ["a": [:]]), ("[]", []),
      ("[[],{}]", [[], [:]]), ("{\"b\":1,\"a\":[true,null]}", ["b": 1, "a": [true, nil]]),
      ("{\"\":0}", ["": 0]), ("\"\"", ""), ("\"a/b\"", "a/b"), ("\"~ \u{7F}\"", "~ \u{7F}"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"),
      (#""\u0000""#, "\0"), (#""x\ud83d\ude00y""#, "x😀y"),
      (#""\uDBFF\uDFFF\ud800\udc00""#, "\u{10FFFF}\u{10000}"),
      (#""\uFEFF\uFFFF\ud7ff\ue000""#, "\u{FEFF}\u{FFFF}\u{D7FF}\u{E000}"),
      ("\"é日😀\"", "é日😀"), ("\"eight by\\nseveneight by\"", "eight by\nseveneight by"),
    ] as [(String, JSONValue)])
  func `reads what RFC 8259 allows`(text: String, value: JSONValue) throws {
    #expect(try JSONValue.parse(text.utf8) == value)
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
      ("18446744073709551615", .unsigned(.max)),
    ] as [(String, JSONValue)])
  func `a number without fraction and exponent is an exact integer`(
    text: String, value: JSONValue
  ) throws {
    #expect(try JSONValue.parse(text.utf8) == value)
    #expect(try JSONValue.parse("[\(text)]".utf8) == [value])
  }

  @Test(
    arguments: [
      ("1.0", 1.0), ("1e3", 1000), ("1E+2", 100), ("1e-2", 0.01), ("-0.0", -0.0), ("0e0", 0),
      ("0.1", 0.1), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("-1.5", -1.5),
      ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("18446744073709551616.0", 0x1p64),
      ("9007199254740993.0", 9_007_199_254_740_992), ("100000000000000000000e0", 1e20),
    ] as [(String, Double)])
  func `a number with fraction or exponent is the nearest double`(
    text: String, value: Double
  ) throws {
    #expect(try JSONValue.parse(text.utf8) == .number(value))
    #expect(try JSONValue.parse("[\(text)]".utf8) == [.number(value)])
  }

  @Test func `an integer never equals a number, nor 0 minus 0`() throws {
    #expect(try JSONValue.parse("1".utf8) != JSONValue.parse("1.0".utf8))
    #expect(try JSONValue.parse("0.0".utf8) != JSONValue.parse("-0.0".utf8))
    #expect(try JSONValue.parse("1000".utf8) != JSONValue.parse("1e3".utf8))
  }

  @Test func `names that differ only in normalisation stay apart`() throws {
    let value = try JSONValue.parse("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
    guard case .object(let object) = value else {
      Issue.record("not an object: \(value)")
      return
    }
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(value.text == "{\"\u{E9}\":1,\"e\u{301}\":2}")
  }

  @Test func `any collection of bytes is read alike, with offsets from its start`() throws {
    let padded = Array("xx[1,]".utf8)
    let refused = JSONError(.unexpectedByte, at: 3)
    #expect(throws: refused) { try JSONValue.parse(padded[2...]) }
    #expect(throws: refused) { try JSONValue.parse(padded.lazy.dropFirst(2).map { $0 }) }
    #expect(try JSONValue.parse("]2,1[".utf8.reversed()) == [1, 2])
  }

  @Test func `every depth up to the limit is read and the next refused`() throws {
    for limit in [0, 1, 2, 64, 256] {
      let inside = String(repeating: "[", count: limit) + "1" + String(repeating: "]", count: limit)
      let value = try JSONValue.parse(inside.utf8, maximumDepth: limit)
      #expect(value.text == inside)
      #expect(throws: JSONError(.tooDeep, at: limit)) {
        try JSONValue.parse("[\(inside)]".utf8, maximumDepth: limit)
      }
      let objects = String(repeating: "{\"a\":", count: limit) + "{}"
      #expect(throws: JSONError(.tooDeep, at: 5 * limit)) {
        try JSONValue.parse(objects.utf8, maximumDepth: limit)
      }
    }
  }

  @Test func `a hundred thousand brackets are refused, not a crash`() {
    #expect(throws: JSONError(.tooDeep, at: 64)) {
      try JSONValue.parse(Array(repeating: UInt8(ascii: "["), count: 100_000))
    }
  }

  @Test func `siblings do not add to the depth`() throws {
    let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
    #expect(try JSONValue.parse(text.utf8, maximumDepth: 3).text == text)
  }
}
