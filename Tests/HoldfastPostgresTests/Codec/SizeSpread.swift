/// How sizes are spread.
struct SizeSpread: CustomStringConvertible {
  private let sorted: [Int]

  init(_ sizes: [Int]) {
    sorted = sizes.sorted()
  }

  var description: String {
    guard !sorted.isEmpty else { return "none" }
    let middle = sorted[sorted.count / 2]
    let high = sorted[sorted.count * 95 / 100]
    return "\(sorted[0]), \(middle), \(high), \(sorted[sorted.count - 1])"
  }
}
