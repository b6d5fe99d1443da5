/// Faults by chance, the same for the same seed.
struct RandomFaults {
  let probability: Double
  let faults: [Fault]
  private var generator: SeededGenerator

  init(probability: Double, faults: [Fault], seed: UInt64) {
    self.probability = probability
    self.faults = faults
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> Fault? {
    guard Double.random(in: 0..<1, using: &generator) < probability else { return nil }
    return faults.randomElement(using: &generator)
  }
}

/// SplitMix64, by Sebastiano Vigna.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
