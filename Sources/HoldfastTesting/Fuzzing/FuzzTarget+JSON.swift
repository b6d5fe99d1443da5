internal import Holdfast

extension FuzzTarget {
  static func checkJSON(_ input: [UInt8]) throws(FuzzFinding) {
    let strict = parse(input)
    // A collection that lends no storage takes another way into the parser.
    try FuzzFinding.unless(
      strict == parse(input.lazy.map { $0 }), "a copied text is read differently")
    let rounded = parse(input, roundsNumbers: true)
    switch strict {
    case .success(let value):
      try FuzzFinding.unless(rounded == strict, "rounding changes a text that needs none")
      try checkLayouts(of: value)
    case .failure(let error):
      try FuzzFinding.unless(
        (0...input.count).contains(error.offset), "the error is outside the text: \(error)")
      if error.reason != .numberOutOfRange {
        try FuzzFinding.unless(rounded == strict, "rounding changes the error: \(error)")
      }
    }
  }

  private static func checkLayouts(of value: JSONValue) throws(FuzzFinding) {
    let text = value.text
    try FuzzFinding.unless(!text.utf8.contains(0x0A), "a line break in the compact text")
    let canonical = value.canonicalText
    for layout in [text, canonical, value.prettyText] {
      guard case .success(let reread) = parse(layout.utf8) else {
        throw FuzzFinding("what was written cannot be read: \(layout)")
      }
      try FuzzFinding.unless(reread == value, "what was written reads as another value: \(layout)")
      try FuzzFinding.unless(
        reread.hashValue == value.hashValue, "equal values with different hashes: \(layout)")
      try FuzzFinding.unless(
        ByteText(reread.canonicalText) == ByteText(canonical),
        "equal values with different canonical texts: \(layout)")
    }
    let reversed = value.withMembersReversed
    try FuzzFinding.unless(
      reversed == value && ByteText(reversed.canonicalText) == ByteText(canonical),
      "the order of members counts: \(text)")
    guard case .success(let reread) = parse(text.utf8) else { return }
    try FuzzFinding.unless(
      ByteText(reread.text) == ByteText(text), "the compact text is not stable: \(text)")
  }

  private static func parse(
    _ bytes: some Collection<UInt8>, roundsNumbers: Bool = false
  ) -> Result<JSONValue, JSONError> {
    Result { () throws(JSONError) in
      try JSONValue.parse(bytes, roundsNumbers: roundsNumbers)
    }
  }
}

extension JSONValue {
  /// The same value with the members of every object in it in the opposite order.
  var withMembersReversed: JSONValue {
    switch self {
    case .array(let values): .array(values.map(\.withMembersReversed))
    case .object(let object):
      .object(
        JSONObject(
          object.reversed().map { (name: $0.name, value: $0.value.withMembersReversed) }))
    case .null, .bool, .integer, .unsigned, .number, .string: self
    }
  }
}
