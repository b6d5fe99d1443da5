internal import Holdfast

/// Appends values to the bytes of one column.
///
/// Integers are written seven bits a byte, lowest first, the highest bit set in all but the last;
/// signed ones as 0, −1, 1, −2, … so that small ones of either sign are short.
struct ByteWriter: Sendable {
  private(set) var bytes: [UInt8] = []

  /// The first byte of every column tells the form of the rest.
  init(format: UInt8, capacity: Int) {
    bytes.reserveCapacity(capacity)
    bytes.append(format)
  }

  mutating func byte(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  mutating func word16(_ word: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: word))
    bytes.append(UInt8(truncatingIfNeeded: word >> 8))
  }

  @inline(__always)
  mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func signed(_ value: Int64) {
    unsigned(ByteWriter.folded(value))
  }

  /// 0, −1, 1, −2, … as 0, 1, 2, 3, ….
  static func folded(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value << 1 ^ value >> 63)
  }

  mutating func count(_ count: Int) {
    unsigned(UInt64(count))
  }

  mutating func amount(_ amount: Amount) {
    signed(amount.value)
  }

  /// As the difference to what it usually is, which takes one byte when it is just that.
  mutating func amount(_ amount: Amount, usually usual: Amount) {
    signed(amount.value &- usual.value)
  }

  /// A time span in microseconds. The lowest bit tells whether it is written in seconds.
  mutating func span(_ microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 {
      unsigned(ByteWriter.folded(seconds) << 1)
    } else {
      unsigned(ByteWriter.folded(microseconds) << 1 | 1)
    }
  }

  mutating func instant(_ instant: Instant, from base: Instant) {
    span(instant.microseconds &- base.microseconds)
  }

  mutating func digest(_ digest: Digest) {
    word64(digest.first)
    word64(digest.second)
  }

  private mutating func word64(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: ByteText) {
    self.text(text.string)
  }

  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 {
      count($0.count)
      bytes.append(contentsOf: $0)
    }
  }

  /// A name that usually is the one that is known already. Names are not empty, so that the empty
  /// one can stand for it.
  mutating func name(_ name: ByteText, usually usual: ByteText?) {
    if name == usual { count(0) } else { text(name) }
  }
}
