/// Bytes that grow at the end; faster than an array, which checks at each append who else has it.
struct JSONBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  init() {
    capacity = 512
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// What was appended, valid until the next append.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(utf8Of text: String) {
    text.withUTF8Bytes { append($0) }
  }

  mutating func append(digitsOf value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var first = digits.endIndex
      repeat {
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// Appends a JSON string: the text in quotes, with the escapes that must be.
  mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    text.withUTF8Bytes { append(escaped: $0) }
    append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func append(escaped text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    var position = JSONBytes.firstNeedingEscape(in: text, from: 0)
    while position < text.count {
      append(UnsafeBufferPointer(rebasing: text[runStart..<position]))
      append(escape: text[position])
      runStart = position + 1
      position = JSONBytes.firstNeedingEscape(in: text, from: runStart)
    }
    append(UnsafeBufferPointer(rebasing: text[runStart...]))
  }

  private mutating func append(escape byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(utf8Of: byte < 0x10 ? "u000" : "u001")
      let digit = byte & 0x0F
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  private mutating func grow(by needed: Int) {
    let larger = max(2 * capacity, count + needed)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.moveInitialize(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }
}
