import Foundation

/// Which account the next command is for.
enum Popularity: String, CaseIterable {
  /// One of 10,000, each as likely.
  case uniform
  /// One of 10,000, the k-th by k to the power of −1.1.
  case zipf
  /// Always the same.
  case hot

  static let accounts = 10_000

  /// The chances up to each account; empty where none are needed.
  var cumulative: [Double] {
    guard self == .zipf else { return [] }
    var sum = 0.0
    let sums = (1...Popularity.accounts).map { rank in
      sum += pow(Double(rank), -1.1)
      return sum
    }
    return sums.map { $0 / sum }
  }

  /// An account number, from 1. The most popular of `zipf` is not the one of `hot`.
  func next(_ random: inout BenchRandom, _ cumulative: [Double]) -> Int {
    switch self {
    case .hot: return 1
    case .uniform: return Int(random.next() % UInt64(Popularity.accounts)) + 1
    case .zipf:
      let point = Double(random.next() >> 11) * 0x1p-53
      var low = 0
      var high = Popularity.accounts - 1
      while low < high {
        let middle = (low + high) / 2
        if cumulative[middle] < point { low = middle + 1 } else { high = middle }
      }
      return Popularity.accounts - low
    }
  }
}
