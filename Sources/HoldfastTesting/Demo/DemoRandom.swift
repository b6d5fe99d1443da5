/// Random numbers that a seed decides (SplitMix64), the same on every machine.
struct DemoRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number of the range that is more often near its lower end.
  mutating func skewed(_ range: ClosedRange<Int>) -> Int {
    min(int(range), int(range))
  }

  /// True in `perMille` of 1,000 cases.
  mutating func chance(perMille: Int) -> Bool {
    int(0...999) < perMille
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[int(0...values.count - 1)]
  }
}
