/// Lots by the versions that opened them, in ascending order side by side.
///
/// A balance has few lots with something remaining, and draws touch the same ones again and again:
/// finding one by bisection is faster than hashing.
package struct LotTable: Sendable {
  package private(set) var values: ContiguousArray<Lot> = []

  package var count: Int { values.count }

  package subscript(version: Int64) -> Lot? {
    get {
      let index = index(of: version)
      guard index < values.count, values[index].version == version else { return nil }
      return values[index]
    }
    set {
      let index = index(of: version)
      let isKnown = index < values.count && values[index].version == version
      switch (isKnown, newValue) {
      case (true, let lot?): values[index] = lot
      case (true, nil): values.remove(at: index)
      case (false, let lot?): values.insert(lot, at: index)
      case (false, nil): break
      }
    }
  }

  /// Where the version is, or would be.
  private func index(of version: Int64) -> Int {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle].version < version { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
