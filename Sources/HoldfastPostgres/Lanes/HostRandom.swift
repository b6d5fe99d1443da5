/// The chance that a host has.
struct HostRandom: RandomNumberGenerator {
  let host: any Host

  mutating func next() -> UInt64 { host.random() }
}
