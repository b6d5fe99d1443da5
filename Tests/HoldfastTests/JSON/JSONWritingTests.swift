import Testing

@testable import Holdfast

@Suite struct JSONWritingTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"), (10, "10"),
      (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
      (.unsigned(.max), "18446744073709551615"), (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"),
      (1e300, "1e+300"), (1e16, "1e+16"), (.number(.leastNonzeroMagnitude), "5e-324"),
      (100_000.0, "100000.0"),
      (.number(.greatestFiniteMagnitude), "1.7976931348623157e+308"), (1e-5, "1e-05"),
      ("", #""""#), ("a/b é日😀\u{7F}\u{2028}", "\"a/b é日😀\u{7F}\u{2028}\""),
      ("\"\\\u{8}\u{C}\n\r\t", #""\"\\\b\f\n\r\t""#),
      ("\0\u{1}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
      ([], "[]"), ([:], "{}"), ([1, [], "x"], #"[1,[],"x"]"#),
      (["b": 1, "a": ["\n": nil]], #"{"b":1,"a":{"\n":null}}"#),
    ] as [(JSONValue, String)])
  func `writes no white space, the members in order and only the escapes needed`(
    value: JSONValue, text: String
  ) throws {
    #expect(value.text == text)
    #expect(try JSONValue.parse(text.utf8) == value)
    var bytes = Array("x".utf8)
    value.write(into: &bytes)
    #expect(bytes == Array("x\(text)".utf8))
  }

  @Test func `an escape is found at every place of a string`() throws {
    for length in 0...40 {
      for place in 0..<length {
        for scalar in ["\"", "\\", "\u{1F}", "\0"] as [Unicode.Scalar] {
          var scalars = Array(repeating: "é" as Unicode.Scalar, count: length)
          scalars[place] = scalar
          var string = ""
          string.unicodeScalars.append(contentsOf: scalars)
          let text = JSONValue.string(string).text
          #expect(try JSONValue.parse(text.utf8) == .string(string))
        }
      }
    }
  }

  @Test func `the canonical form sorts members by the bytes of their names at every level`() {
    let value: JSONValue = [
      "z": [["b": 1, "a": 2]], "": 0, "e\u{301}": 3, "\u{E9}": 4, "A": 5, "aa": 6, "a": 7,
      "abcdefgh2": 8, "abcdefgh1": 9, "\u{FF5E}": 10, "😀": 11,
    ]
    let expected =
      #"{"":0,"A":5,"a":7,"aa":6,"abcdefgh1":9,"abcdefgh2":8,"e\#u{301}":3,"#
      + #""z":[{"a":2,"b":1}],"\#u{E9}":4,"\#u{FF5E}":10,"😀":11}"#
    #expect(Array(value.canonicalText.utf8) == Array(expected.utf8))
  }

  @Test func `the pretty form has a line for each element and member`() throws {
    let value: JSONValue = ["a": [1, ["b": "x"], []], "c": [:]]
    let expected = """
      {
        "a": [
          1,
          {
            "b": "x"
          },
          []
        ],
        "c": {}
      }
      """
    #expect(value.prettyText == expected)
    #expect(try JSONValue.parse(expected.utf8) == value)
  }

  @Test func `texts of every length up to several buffers are written whole`() {
    for length in 0...2100 {
      let string = String(repeating: "x", count: length)
      #expect(JSONValue.array([.string(string), 1]).text == "[\"\(string)\",1]")
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `large texts are read and written whole`() throws {
    let element: JSONValue = ["id": 1, "text": .string(String(repeating: "é\n", count: 50))]
    let names = (0..<50_000).map { (name: "name \($0)", value: JSONValue.integer($0)) }
    let value: JSONValue = [
      .array(Array(repeating: element, count: 20_000)), .object(JSONObject(names)),
      .string(String(repeating: "x", count: 1_000_000)),
    ]
    let text = value.text
    #expect(text.utf8.count > 5_000_000)
    #expect(try JSONValue.parse(text.utf8) == value)
  }
}
