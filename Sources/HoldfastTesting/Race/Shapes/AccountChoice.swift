#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Which account a call is for.
enum AccountChoice: Hashable, Sendable {
  /// Always the first.
  case one
  /// Each of so many as likely.
  case uniform(Int32)
  /// The k-th of so many as likely as k to the power of −1.1.
  case zipf(Int32)

  func next(_ random: inout SplitMix) -> Int32 {
    switch self {
    case .one: return 0
    case .uniform(let count): return Int32(random.next() % UInt64(count))
    case .zipf(let count):
      // The continuous distribution of that density, cut down to whole numbers.
      let point = Double(random.next() >> 11) * 0x1p-53
      let tail = 1 - pow(Double(count) + 1, -0.1)
      return min(count - 1, Int32(pow(1 - point * tail, -10)) - 1)
    }
  }
}
