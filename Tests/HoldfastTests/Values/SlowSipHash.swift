@testable import Holdfast

/// SipHash-2-4 with 128 bits of output, once more and as the paper tells it: numbers without a bound
/// that are cut to 64 bits, and a message that is padded first.
struct SlowSipHash {
  private var v: [UInt128]
  private static let modulus = UInt128(1) << 64

  init(_ key: HashKey) {
    let letters = [
      "somepseu", "dorandom", "lygenera", "tedbytes",
    ].map { $0.utf8.reduce(UInt128(0)) { $0 * 256 + UInt128($1) } }
    let keys = [UInt128(key.first), UInt128(key.second)]
    v = letters.enumerated().map { $0.element ^ keys[$0.offset % 2] }
    v[1] ^= 0xee
  }

  func hex(of input: [UInt8]) -> String {
    var copy = self
    var message = input
    while message.count % 8 != 7 { message.append(0) }
    message.append(UInt8(input.count % 256))
    for start in stride(from: 0, to: message.count, by: 8) {
      var word = UInt128(0)
      for place in 0..<8 { word += UInt128(message[start + place]) << (8 * place) }
      copy.v[3] ^= word
      copy.rounds(2)
      copy.v[0] ^= word
    }
    copy.v[2] ^= 0xee
    copy.rounds(4)
    let first = copy.output
    copy.v[1] ^= 0xdd
    copy.rounds(4)
    return first + copy.output
  }

  private var output: String {
    let word = v[0] ^ v[1] ^ v[2] ^ v[3]
    return (0..<8).map { SlowSipHash.hex(UInt8(word >> (8 * $0) & 255)) }.joined()
  }

  private mutating func rounds(_ count: Int) {
    for _ in 0..<count {
      mix(0, 1, by: 13)
      v[0] = rotated(v[0], by: 32)
      mix(2, 3, by: 16)
      mix(0, 3, by: 21)
      mix(2, 1, by: 17)
      v[2] = rotated(v[2], by: 32)
    }
  }

  private mutating func mix(_ sum: Int, _ other: Int, by bits: Int) {
    v[sum] = (v[sum] + v[other]) % SlowSipHash.modulus
    v[other] = rotated(v[other], by: bits) ^ v[sum]
  }

  private func rotated(_ word: UInt128, by bits: Int) -> UInt128 {
    let wide = word << bits
    return wide % SlowSipHash.modulus + wide / SlowSipHash.modulus
  }

  static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
