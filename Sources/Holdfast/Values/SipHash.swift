/// SipHash-2-4 with 128 bits of output, by Jean-Philippe Aumasson and Daniel J. Bernstein.
///
/// Its result is fixed for ever: account ids and fingerprints are made of it.
struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  private var tail: UInt64 = 0
  private var tailBytes: UInt64 = 0
  private var byteCount: UInt64 = 0

  init(key: HashKey) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 &+= v3
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 &+= v1
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v2 = v2 << 32 | v2 >> 32
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  mutating func append(_ byte: UInt8) {
    tail |= UInt64(byte) << (8 * tailBytes)
    tailBytes += 1
    byteCount &+= 1
    if tailBytes == 8 {
      compress(tail)
      tail = 0
      tailBytes = 0
    }
  }

  /// Appends the eight bytes of `word`, least significant first.
  mutating func append(_ word: UInt64) {
    byteCount &+= 8
    if tailBytes == 0 {
      compress(word)
    } else {
      compress(tail | word << (8 * tailBytes))
      tail = word >> (64 - 8 * tailBytes)
    }
  }

  mutating func append(bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= raw.count {
      append(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    while index < raw.count {
      append(raw[index])
      index += 1
    }
  }

  /// Appends the UTF-8 bytes after their count, so that neighbouring texts cannot run together.
  mutating func append(_ text: ByteText) {
    var string = text.string
    string.withUTF8 {
      append(UInt64($0.count))
      append(bytes: $0)
    }
  }

  func finalized() -> Digest {
    var copy = self
    copy.compress(copy.tail | (copy.byteCount & 0xff) << 56)
    copy.v2 ^= 0xee
    for _ in 0..<4 { copy.round() }
    let first = copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
    copy.v1 ^= 0xdd
    for _ in 0..<4 { copy.round() }
    return Digest(first: first, second: copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3)
  }
}

/// The 128-bit key of a hash, as two little-endian words.
public struct HashKey: Hashable, Sendable {
  /// The first eight bytes.
  public let first: UInt64
  /// The last eight bytes.
  public let second: UInt64

  /// A key of these two words.
  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// A 128-bit hash, as two little-endian words.
package struct Digest: Hashable, Sendable {
  package let first: UInt64
  package let second: UInt64

  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(first)
  }

  /// 32 hexadecimal digits, the first word first.
  package var hexadecimal: String {
    [first, second].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
