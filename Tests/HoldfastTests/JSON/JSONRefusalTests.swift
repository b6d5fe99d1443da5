import Testing

@testable import Holdfast

@Suite struct JSONRefusalTests {
  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1),
      ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3), ("{", .unexpectedEnd, 1),
      ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
      ("{\"a\":1", .unexpectedEnd, 6),
      ("{\"a\":1,", .unexpectedEnd, 7), ("nul", .unexpectedEnd, 3), ("\"", .unexpectedEnd, 1),
      ("\"abc", .unexpectedEnd, 4), ("\"abcdefgh", .unexpectedEnd, 9), ("\"a\\", .unexpectedEnd, 3),
      (#""\u12"#, .unexpectedEnd, 5), (#""\ud800\u1"#, .unexpectedEnd, 10),
      ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
      ("1e+", .unexpectedEnd, 3), ("1e-", .unexpectedEnd, 3),
    ] as [(String, JSONError.Reason, Int)])
  func `refuses a text that ends early`(text: String, reason: JSONError.Reason, offset: Int) {
    expectRefusal(Array(text.utf8), reason, offset)
  }

  @Test(
    arguments: [
      ("]", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1;2]", 2), ("{\"a\":1,}", 7), ("{,}", 1),
      ("{\"a\" 1}", 5), ("{\"a\":}", 5), ("{a:1}", 1), ("{1:1}", 1), ("{'a':1}", 1), ("'a'", 0),
      ("[1}", 2), ("{\"a\":1]", 6), ("{\"a\":1 \"b\":2}", 7), ("nulL", 3), ("True", 0),
      ("tru e", 3),
      ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("+1", 0), (".5", 0), ("-.5", 1), ("01", 1),
      ("-01", 2), ("00.5", 1), ("1.e5", 2), ("--1", 1), ("1e++1", 3), ("// x\n1", 0), ("[#", 1),
      ("\u{FEFF}1", 0),
      ("\u{A0}1", 0), ("\u{C}1", 0), ("\0", 0), ("[1\0]", 2), ("{\"a\":b\"\"}", 5),
    ] as [(String, Int)])
  func `refuses a byte the grammar has no place for`(text: String, offset: Int) {
    expectRefusal(Array(text.utf8), .unexpectedByte, offset)
  }

  @Test(
    arguments: [
      ("1 2", 2), ("null,", 4), ("{}{}", 2), ("[]]", 2), ("\"\"\"\"", 2), ("truefalse", 4),
      ("1\0", 1), ("1 \u{FEFF}", 2),
      ("1e5.", 3), ("1.5.5", 3), ("0x10", 1), ("1_000", 1), ("[1]/* x */", 3), ("-1-", 2),
    ] as [(String, Int)])
  func `refuses bytes after the value`(text: String, offset: Int) {
    expectRefusal(Array(text.utf8), .trailingBytes, offset)
  }

  @Test(
    arguments: [
      ("18446744073709551616", 0), ("99999999999999999999", 0), ("184467440737095516160", 0),
      ("-9223372036854775809", 0),
      ("-18446744073709551615", 0), ("[1,36893488147419103232]", 3), ("1e309", 0), ("-1e309", 0),
      ("[1.8e308]", 1), ("1e99999999999999999999", 0),
    ] as [(String, Int)])
  func `refuses numbers out of range at their first byte`(text: String, offset: Int) {
    expectRefusal(Array(text.utf8), .numberOutOfRange, offset)
  }

  @Test(
    arguments: [
      (#""\x""#, .invalidEscape, 1), (#""ab\'""#, .invalidEscape, 3),
      (#""\u12G4""#, .invalidEscape, 1),
      (#""\u+123""#, .invalidEscape, 1), (#""\U0041""#, .invalidEscape, 1),
      (#""\n\0""#, .invalidEscape, 3), (#""\ud800\uXXXX""#, .invalidEscape, 7),
      (#""\ud800""#, .loneSurrogate, 1), (#""a\udc00""#, .loneSurrogate, 2),
      (#""\udfff\ud800""#, .loneSurrogate, 1), (#""\ud800\ud800""#, .loneSurrogate, 1),
      (#""\ud83dx\ude00""#, .loneSurrogate, 1), (#""\ud83d\n""#, .loneSurrogate, 1),
      (#""\ud83d\u0041""#, .loneSurrogate, 1), (#""\ud83d\ude00\ude00""#, .loneSurrogate, 13),
    ] as [(String, JSONError.Reason, Int)])
  func `refuses other escapes and half surrogate pairs`(
    text: String, reason: JSONError.Reason, offset: Int
  ) {
    expectRefusal(Array(text.utf8), reason, offset)
  }

  @Test(arguments: Array(UInt8(0)..<0x20))
  func `refuses raw control characters in strings and names`(byte: UInt8) {
    let quote = UInt8(ascii: "\"")
    for length in 0...17 {
      let plain = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      let string = [quote] + plain + [byte] + plain + [quote]
      expectRefusal(string, .controlCharacter, length + 1)
      expectRefusal(Array("{".utf8) + string, .controlCharacter, length + 2)
    }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xC3, 0xC3],
      [0xE0, 0x9F, 0xBF],
      [0xE0, 0xA0], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xF0, 0x9F, 0x41, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `refuses strings that are not well-formed UTF-8 at the sequence at fault`(bytes: [UInt8]) {
    for before in ["", "x", "é", "1234567", "12345678", "日\\n"] {
      let head = Array("\"\(before)".utf8)
      expectRefusal(head + bytes + Array("\"".utf8), .invalidUTF8, head.count)
      expectRefusal(head + bytes, .invalidUTF8, head.count)
    }
  }

  @Test(
    arguments: [
      ("{\"a\":1,\"a\":2}", "a", 7), ("{\"a\":1,\"\\u0061\":1}", "a", 7),
      ("{\"\":1,\"\":1}", "", 6),
      ("[{\"a\":{\"b\":1,\"c\":2,\"b\":x", "b", 19),
    ] as [(String, String, Int)])
  func `refuses a name twice in one object at the second`(text: String, name: String, offset: Int) {
    expectRefusal(Array(text.utf8), .duplicateName(name), offset)
  }

  @Test func `refuses a name twice in an object of any size`() {
    for count in [15, 16, 17, 18, 1000] {
      let names = (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
      for twice in [0, count / 2, count - 1] {
        let text = "{\(names),\"n\(twice)\":1}"
        expectRefusal(Array(text.utf8), .duplicateName("n\(twice)"), names.utf8.count + 2)
      }
    }
  }

  @Test func `reasons with names differ by the bytes of the name`() {
    #expect(JSONError.Reason.duplicateName("\u{E9}") != .duplicateName("e\u{301}"))
    #expect(JSONError.Reason.duplicateName("a") == .duplicateName("a"))
    #expect(JSONError.Reason.duplicateName("") != .tooDeep)
  }

  @Test func `the description is a sentence that quotes nothing of the text`() {
    let refused = #expect(throws: JSONError.self) {
      try JSONValue.parse("{\"secret\":1,\"secret\":2}".utf8)
    }
    #expect(refused?.description == "The name at offset 12 is already in the same object.")
    #expect(refused?.reason.code == "duplicate_name")
  }

  private func expectRefusal(
    _ bytes: [UInt8], _ reason: JSONError.Reason, _ offset: Int,
    location: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(throws: JSONError(reason, at: offset), "\(text)", sourceLocation: location) {
      try JSONValue.parse(bytes)
    }
  }
}
