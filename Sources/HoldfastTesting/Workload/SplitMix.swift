/// A small generator of random numbers that gives the same ones for the same seed.
///
/// SplitMix64 by Guy Steele, Doug Lea and Christine Flood. Not for secrets.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Whether an event of so many per cent happens.
  package mutating func chance(_ percent: Int) -> Bool {
    Int(next() % 100) < percent
  }

  package mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// One of the values; there must be one.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(next() % UInt64(values.count))]
  }

  /// One of the values, as often as its weight says.
  package mutating func one<Value>(of values: [(Int, Value)]) -> Value {
    var left = Int(next() % UInt64(values.reduce(0) { $0 + $1.0 }))
    for (weight, value) in values {
      if left < weight { return value }
      left -= weight
    }
    return values[values.count - 1].1
  }
}
