internal import Holdfast

/// Which repayments of a balance are at hand, and which still stand in blocks of their own.
struct LoadedRepayments {
  /// How many blocks are not at hand: those with what came before.
  var blocks: Int64 = 0
  /// How much reversals can take back: what their entries drew as debt.
  private(set) var reversible: Int128 = 0

  /// Adds what a reversal of the entry can take back.
  mutating func add(_ entry: JournalRow) {
    for draw in entry.draws where draw.lot == Draw.debt { reversible += Int128(draw.amount.value) }
  }

  /// The blocks to be loaded next, as many as are at hand: none where that is enough.
  func wanted(besides atHand: [Draw]) -> Range<Int64> {
    let sum = atHand.reduce(Int128(0)) { $0 + Int128($1.amount.value) }
    guard blocks > 0, sum < reversible else { return 0..<0 }
    let count = max(1, Int64(atHand.count / RepaymentBlock.size))
    return max(0, blocks - count) + 1..<blocks + 1
  }

  /// Parts what there is now into blocks, and the latest, which stay with the balance. A few all stay.
  static func parted(_ repayments: [Draw]) -> (blocks: [ArraySlice<Draw>], latest: ArraySlice<Draw>)
  {
    let size = RepaymentBlock.size
    let count = repayments.count < 2 * size ? 0 : repayments.count / size - 1
    let blocks = (0..<count).map { repayments[$0 * size..<($0 + 1) * size] }
    return (blocks, repayments[(count * size)...])
  }
}
