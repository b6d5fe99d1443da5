import HoldfastTesting

/// Ways in which bytes can be damaged.
enum Damage {
  /// Every one bit turned over, and some with several bytes changed, left out or put in.
  static func all(of bytes: [UInt8], _ random: inout SplitMix) -> [[UInt8]] {
    var all: [[UInt8]] = []
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        all.append(damaged)
      }
    }
    guard !bytes.isEmpty else { return all }
    for _ in 0..<50 {
      var damaged = bytes
      for _ in 0..<random.number(1...4) {
        let index = Int(random.number(0...Int64(damaged.count - 1)))
        let byte = random.one(of: [0, 0xff, 0x80, 0x7f, UInt8(random.next() & 0xff)])
        switch random.number(0...2) {
        case 0: damaged[index] = byte
        case 1: damaged.insert(byte, at: index)
        default: if damaged.count > 1 { damaged.remove(at: index) }
        }
      }
      all.append(damaged)
    }
    return all
  }
}
