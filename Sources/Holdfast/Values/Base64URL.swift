/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5). Only the shortest spelling of
/// a byte sequence decodes.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes, behind a prefix.
  package static func encode(_ bytes: [UInt8], after prefix: String = "") -> String {
    let count = prefix.utf8.count + (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: count) { output in
      var end = output.update(fromContentsOf: prefix.utf8)
      var accumulator: UInt32 = 0
      var bits: UInt32 = 0
      for byte in bytes {
        accumulator = accumulator << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          output[end] = alphabet[Int(accumulator >> bits & 63)]
          end += 1
        }
      }
      if bits > 0 {
        output[end] = alphabet[Int(accumulator << (6 - bits) & 63)]
        end += 1
      }
      return end
    }
  }

  /// `nil` for a character outside the alphabet and for bits that stand for nothing.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value != 0xff else { return nil }
      accumulator = accumulator << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: accumulator >> bits))
      }
    }
    guard bits < 6, accumulator & ((1 << bits) - 1) == 0 else { return nil }
    return bytes
  }
}
