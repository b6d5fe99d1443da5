import HoldfastTesting

@testable import Holdfast

/// Values, texts and bytes that a seed decides.
struct JSONGenerator: RandomNumberGenerator {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func next() -> UInt64 {
    random.next()
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &self) {
    case 0: return .null
    case 1: return .bool(.random(using: &self))
    case 2: return integer()
    case 3: return .unsigned(UInt64(Int64.max) + .random(in: 1...UInt64(Int64.max), using: &self))
    case 4: return .number(number())
    case 5, 6: return .string(string())
    case 7:
      let count = Int.random(in: 0...8, using: &self)
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    default: return .object(object(depth: depth))
    }
  }

  /// At times with names that are twins in Unicode, at times large.
  private mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    let isLarge = Int.random(in: 0..<10, using: &self) == 0
    for _ in 0..<Int.random(in: isLarge ? 15...40 : 0...6, using: &self) {
      object[string()] = value(depth: isLarge ? 0 : depth - 1)
    }
    if Bool.random(using: &self) {
      object["\u{E9}"] = value(depth: 0)
      object["e\u{301}"] = value(depth: 0)
    }
    return object
  }

  private mutating func integer() -> JSONValue {
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 53, (1 << 53) + 1, .max - 1, .max]
    if Bool.random(using: &self) { return .integer(extremes.randomElement(using: &self) ?? 0) }
    let shift = Int.random(in: 0..<64, using: &self)
    return .integer(Int64(bitPattern: next()) >> shift)
  }

  private mutating func number() -> Double {
    let plain: [Double] = [0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e300, .leastNonzeroMagnitude, 0x1p53]
    if Bool.random(using: &self) { return plain.randomElement(using: &self) ?? 0 }
    let any = Double(bitPattern: next())
    return any.isFinite ? any : 0.5
  }

  mutating func string() -> String {
    let pieces = [
      "a", "name", "0123456789abcdef", "\u{E9}", "e\u{301}", "日本", "😀", "👩‍👩‍👧", "\0", "\n", "\u{1F}",
      "\u{7F}", "\"", "\\", "/", "\u{FEFF}", "\u{10FFFF}", "\u{2028}", " ", "{", "\\u0041",
    ]
    let isLong = Int.random(in: 0..<50, using: &self) == 0
    let count = Int.random(in: isLong ? 100...2000 : 0...6, using: &self)
    return (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }

  /// The same value with the members of every object in another order.
  mutating func permuted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { permuted($0) })
    case .object(let object):
      let members = object.map { (name: $0.name, value: permuted($0.value)) }
      return .object(JSONObject(members.shuffled(using: &self)))
    default:
      return value
    }
  }

  /// Bytes that are sometimes JSON: noise, JSON's own tokens, or a good text with a few errors.
  mutating func bytes() -> [UInt8] {
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      return (0..<Int.random(in: 0...40, using: &self)).map { _ in
        UInt8.random(in: 0...255, using: &self)
      }
    case 1:
      let tokens = [
        "[", "]", "{", "}", ",", ":", "\"", "\\", "\\u", "d83d", "dc00", "0", "1", "9", "-", ".",
        "e",
        "+", "null", "true", " ", "\"a\"", "\"b\":", "[]", "18446744073709551615", "e308", "\u{E9}",
      ]
      let count = Int.random(in: 0...12, using: &self)
      return (0..<count).flatMap { _ in Array((tokens.randomElement(using: &self) ?? "").utf8) }
    default:
      var bytes = Array(value(depth: 3).text.utf8)
      for _ in 0..<Int.random(in: 0...2, using: &self) { damage(&bytes) }
      return bytes
    }
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    switch Int.random(in: 0..<6, using: &self) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
    case 1: bytes.remove(at: place)
    case 2: bytes.removeSubrange(place...)
    case 3:
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &self))
      bytes.insert(contentsOf: bytes[place..<end], at: end)
    case 4:
      let pieces = ["\\ud83d", "\\ude00", "[[[[", "{\"\":0,\"\":0}", "[", "\"", "1", "e9", "\t"]
      bytes.insert(contentsOf: (pieces.randomElement(using: &self) ?? "").utf8, at: place)
    default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
    }
  }
}
