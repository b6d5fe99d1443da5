/// Elements in order, none of them twice.
///
/// They lie in pieces, so that an insertion moves a few of them and not all that follow.
struct SortedSet<Element: Comparable> {
  /// None is empty.
  private var pieces: [[Element]] = []

  private static var longest: Int { 256 }

  var first: Element? { pieces.first?.first }

  /// All, in order.
  var elements: FlattenSequence<[[Element]]> { pieces.joined() }

  mutating func insert(_ element: Element) {
    guard !pieces.isEmpty else {
      pieces = [[element]]
      return
    }
    let piece = piece(of: element)
    let place = SortedSet.place(of: element, in: pieces[piece])
    if place < pieces[piece].count, pieces[piece][place] == element { return }
    pieces[piece].insert(element, at: place)
    guard pieces[piece].count > SortedSet.longest else { return }
    let half = pieces[piece].count / 2
    pieces.insert(Array(pieces[piece][half...]), at: piece + 1)
    pieces[piece].removeLast(pieces[piece].count - half)
  }

  mutating func remove(_ element: Element) {
    guard !pieces.isEmpty else { return }
    let piece = piece(of: element)
    let place = SortedSet.place(of: element, in: pieces[piece])
    guard place < pieces[piece].count, pieces[piece][place] == element else { return }
    pieces[piece].remove(at: place)
    if pieces[piece].isEmpty { pieces.remove(at: piece) }
  }

  /// The last piece that does not begin behind the element; the first where all do.
  private func piece(of element: Element) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if element < pieces[middle][0] { high = middle } else { low = middle + 1 }
    }
    return max(0, low - 1)
  }

  /// Where the first element stands that is not before this one.
  private static func place(of element: Element, in piece: [Element]) -> Int {
    var low = 0
    var high = piece.count
    while low < high {
      let middle = (low + high) / 2
      if piece[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
