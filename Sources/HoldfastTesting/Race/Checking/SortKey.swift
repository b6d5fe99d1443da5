/// By what records are sorted: three numbers, the first counts most.
struct SortKey: Comparable, BitwiseCopyable {
  let first: Int64
  var second: Int64 = 0
  var third: Int64 = 0

  static func < (left: SortKey, right: SortKey) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return left.third < right.third
  }
}
