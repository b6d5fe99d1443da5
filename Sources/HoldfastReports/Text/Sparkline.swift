/// A row of figures as a row of little bars.
package struct Sparkline: Hashable, Sendable {
  package let values: [Int64]

  package init(_ values: [Int64]) {
    self.values = values
  }

  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// At most so many characters: neighbours are added up where there are more figures.
  ///
  /// Nothing is `·`, and so is less than nothing; the greatest figure is the highest bar.
  package func text(width: Int) -> String {
    let values = sums(into: width)
    guard let most = values.max(), most > 0 else {
      return String(repeating: "·", count: values.count)
    }
    return String(
      values.map { value in
        guard value > 0 else { return "·" }
        let level = Int((value / most * 8).rounded(.up)) - 1
        return Sparkline.bars[min(max(level, 0), 7)]
      })
  }

  /// At most so many sums of neighbours, as many in each as it takes.
  func sums(into count: Int) -> [Double] {
    guard values.count > count, count > 0 else { return values.map { Double($0) } }
    let size = (values.count + count - 1) / count
    return stride(from: 0, to: values.count, by: size).map { start in
      values[start..<min(start + size, values.count)].reduce(0) { $0 + Double($1) }
    }
  }
}
