/// Looking at eight bytes of text at once.
enum JSONBytes {
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Sets the high bit of the lowest byte that is a quote, a backslash or below 0x20; zero when the
  /// word has none. Higher bytes may be marked wrongly: a subtraction borrows from them only past
  /// a byte that is truly marked.
  @inline(__always)
  static func needingEscape(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let control = word &- 0x20 &* ones
    let quote = (word ^ 0x22 &* ones) &- ones
    let backslash = (word ^ 0x5C &* ones) &- ones
    return (control | quote | backslash) & ~word & highBits
  }

  /// Eight bytes, the first of them the lowest.
  @inline(__always)
  static func word(at bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Whether two texts of the same length hold the same bytes.
  @inline(__always)
  static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
    var position = 0
    while position + 8 <= left.count {
      guard word(at: leftStart + position) == word(at: rightStart + position) else { return false }
      position += 8
    }
    while position < left.count {
      guard leftStart[position] == rightStart[position] else { return false }
      position += 1
    }
    return true
  }

  /// Whether a text comes before another in the order of their bytes.
  @inline(__always)
  static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
      return left.count < right.count
    }
    let shared = min(left.count, right.count)
    var position = 0
    while position + 8 <= shared {
      let leftWord = word(at: leftStart + position)
      let rightWord = word(at: rightStart + position)
      // The first byte, the lowest of the word, counts most.
      guard leftWord == rightWord else { return leftWord.byteSwapped < rightWord.byteSwapped }
      position += 8
    }
    while position < shared {
      guard leftStart[position] == rightStart[position] else {
        return leftStart[position] < rightStart[position]
      }
      position += 1
    }
    return left.count < right.count
  }

  /// The position of the next byte a JSON string may not hold as it is; the count when none is left.
  static func firstNeedingEscape(
    in text: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> Int {
    guard let start = text.baseAddress else { return text.count }
    var position = first
    while position + 8 <= text.count {
      let stops = needingEscape(in: word(at: start + position))
      guard stops == 0 else { return position + stops.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < text.count {
      let byte = start[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      position += 1
    }
    return position
  }
}
