/// Texts as callers send them.
enum RandomText {
  /// 36 bytes in the form of a random UUID.
  static func key(_ random: inout BenchRandom) -> String {
    let hex = digits(&random) + digits(&random)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for (index, digit) in hex.enumerated() {
      if [8, 12, 16, 20].contains(index) { bytes.append(0x2d) }
      bytes.append(digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A JSON object of 64 bytes.
  static func metadata(_ random: inout BenchRandom) -> String {
    let request = String(decoding: digits(&random) + digits(&random), as: UTF8.self)
    return #"{"model":"image-3","request":""# + request + #""}"#
  }

  private static func digits(_ random: inout BenchRandom) -> [UInt8] {
    let alphabet = Array("0123456789abcdef".utf8)
    var bits = random.next()
    return (0..<16).map { _ in
      defer { bits >>= 4 }
      return alphabet[Int(bits & 15)]
    }
  }
}
