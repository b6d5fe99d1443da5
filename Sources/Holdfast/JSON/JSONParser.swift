/// A strict RFC 8259 parser.
///
/// Own code, because Foundation's readers lose what the ledger must keep: they take `1.0` and `1e3`
/// for integers, silently drop all but one of the members that share a name, count names that
/// differ only in Unicode normalisation as the same, and let nobody choose the depth. It also shows:
/// `JSONDecoder` took six times as long for a request of 300 bytes.
struct JSONParser {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Whether a number out of range is read as the nearest `Double`, infinity included.
  let roundsNumbers: Bool
  var index = 0
  /// The bytes of the string being read, once it turned out to contain escapes.
  var unescaped: [UInt8] = []

  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, roundsNumbers: Bool
  ) throws(JSONError) -> JSONValue {
    guard let start = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    var parser = JSONParser(start: start, count: bytes.count, roundsNumbers: roundsNumbers)
    let value = try parser.value(levelsLeft: maximumDepth)
    parser.skipSpace()
    guard parser.index == parser.count else { throw parser.error(.trailingBytes) }
    return value
  }

  private init(start: UnsafePointer<UInt8>, count: Int, roundsNumbers: Bool) {
    self.start = start
    self.count = count
    self.roundsNumbers = roundsNumbers
  }

  private mutating func value(levelsLeft: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard index < count else { throw error(.unexpectedEnd) }
    switch start[index] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "{"): return .object(try object(levelsLeft: levelsLeft))
    case UInt8(ascii: "["): return .array(try array(levelsLeft: levelsLeft))
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw error(.unexpectedByte)
    }
  }

  private mutating func array(levelsLeft: Int) throws(JSONError) -> [JSONValue] {
    guard levelsLeft > 0 else { throw error(.tooDeep) }
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if consume(UInt8(ascii: "]")) { return elements }
    elements.reserveCapacity(4)
    repeat {
      elements.append(try value(levelsLeft: levelsLeft - 1))
      skipSpace()
    } while consume(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return elements
  }

  private mutating func object(levelsLeft: Int) throws(JSONError) -> JSONObject {
    guard levelsLeft > 0 else { throw error(.tooDeep) }
    index += 1
    var object = JSONObject()
    skipSpace()
    if consume(UInt8(ascii: "}")) { return object }
    object.reserveCapacity(4)
    repeat {
      skipSpace()
      let offset = index
      guard offset < count else { throw error(.unexpectedEnd) }
      guard start[offset] == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
      let name = try string()
      guard object.position(of: name) == nil else {
        throw JSONError(.duplicateName(name), at: offset)
      }
      skipSpace()
      try expect(UInt8(ascii: ":"))
      object.append(name, try value(levelsLeft: levelsLeft - 1))
      skipSpace()
    } while consume(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return object
  }

  private mutating func literal(
    _ text: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for position in 0..<text.utf8CodeUnitCount {
      try expect(text.utf8Start[position])
    }
    return value
  }

  mutating func skipSpace() {
    while index < count {
      switch start[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard index < count, start[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard index < count else { throw error(.unexpectedEnd) }
    guard start[index] == byte else { throw error(.unexpectedByte) }
    index += 1
  }

  func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, at: index)
  }
}
