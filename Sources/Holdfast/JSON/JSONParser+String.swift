/// Reading strings: one copy for a string without escapes, straight from the text.
extension JSONParser {
  /// Reads a string or a name; `index` is at its opening quote.
  mutating func string() throws(JSONError) -> String {
    index += 1
    let first = index
    try skipPlain()
    if start[index] == UInt8(ascii: "\"") {
      let text = UnsafeBufferPointer(start: start + first, count: index - first)
      index += 1
      return String(decoding: text, as: UTF8.self)
    }
    return try stringWithEscapes(from: first)
  }

  /// Goes on from the first backslash; `first` is the first byte after the quote.
  private mutating func stringWithEscapes(from first: Int) throws(JSONError) -> String {
    unescaped.removeAll(keepingCapacity: true)
    var runStart = first
    while true {
      unescaped.append(
        contentsOf: UnsafeBufferPointer(start: start + runStart, count: index - runStart))
      if consume(UInt8(ascii: "\"")) { return String(decoding: unescaped, as: UTF8.self) }
      try escape()
      runStart = index
      try skipPlain()
    }
  }

  /// Goes to the next quote or backslash, checking what is passed.
  private mutating func skipPlain() throws(JSONError) {
    while true {
      while index + 8 <= count {
        let word = JSONBytes.word(at: start + index)
        let stops = JSONBytes.needingEscape(in: word) | (word & JSONBytes.highBits)
        guard stops == 0 else {
          index += stops.trailingZeroBitCount / 8
          break
        }
        index += 8
      }
      guard index < count else { throw error(.unexpectedEnd) }
      switch start[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw error(.controlCharacter)
      case 0x20..<0x80: index += 1
      default: try skipMultibyte()
      }
    }
  }

  /// Passes the UTF-8 sequences from here on, each well-formed by table 3-7 of the Unicode standard.
  private mutating func skipMultibyte() throws(JSONError) {
    while index < count, start[index] >= 0x80 {
      let length: Int
      let second: ClosedRange<UInt8>
      switch start[index] {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: throw error(.invalidUTF8)
      }
      guard index + length <= count, second.contains(start[index + 1]) else {
        throw error(.invalidUTF8)
      }
      for position in index + 2..<index + length where start[position] & 0xC0 != 0x80 {
        throw error(.invalidUTF8)
      }
      index += length
    }
  }

  /// Reads one escape, two of them for a surrogate pair, into `unescaped`.
  private mutating func escape() throws(JSONError) {
    guard index + 1 < count else { throw JSONError(.unexpectedEnd, at: count) }
    let byte: UInt8
    switch start[index + 1] {
    case UInt8(ascii: "u"): return try unicodeEscape()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = start[index + 1]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    default: throw error(.invalidEscape)
    }
    unescaped.append(byte)
    index += 2
  }

  private mutating func unicodeEscape() throws(JSONError) {
    var code = try hexadecimalDigits(at: index)
    var length = 6
    if 0xD800...0xDBFF ~= code, index + 7 < count,
      start[index + 6] == UInt8(ascii: "\\"), start[index + 7] == UInt8(ascii: "u")
    {
      let low = try hexadecimalDigits(at: index + 6)
      guard 0xDC00...0xDFFF ~= low else { throw error(.loneSurrogate) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      length = 12
    }
    guard let scalar = Unicode.Scalar(code) else { throw error(.loneSurrogate) }
    unescaped.append(contentsOf: String(scalar).utf8)
    index += length
  }

  /// The four digits of the `\u` escape at an offset.
  private func hexadecimalDigits(at offset: Int) throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for position in offset + 2..<offset + 6 {
      guard position < count else { throw JSONError(.unexpectedEnd, at: count) }
      let byte = start[position]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONError(.invalidEscape, at: offset)
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
