/// Records in order, one after the other.
final class SortedRecords<Record: BitwiseCopyable> {
  private let records: [Record]
  private let order: [Int]
  private var index = 0
  private var runs: [SortedRun<Record>] = []
  /// The keys of the first records of the runs; `nil` at the end of one.
  private var heads: [SortKey?] = []
  private let key: ((Record) -> SortKey)?
  private var first: Record?

  init(_ records: [Record], in order: [Int]) {
    self.records = records
    self.order = order
    key = nil
    if let place = order.first { first = records[place] }
  }

  init(_ runs: [SortedRun<Record>], by key: @escaping (Record) -> SortKey) throws(HistoryError) {
    records = []
    order = []
    self.runs = runs
    self.key = key
    for run in runs.indices { heads.append(try self.runs[run].peek().map(key)) }
    try advance()
  }

  /// The first record that was not taken.
  func peek() -> Record? { first }

  func next() throws(HistoryError) -> Record? {
    defer { if key == nil { step() } }
    let found = first
    if key != nil { try advance() }
    return found
  }

  private func step() {
    guard first != nil else { return }
    index += 1
    first = index < order.count ? records[order[index]] : nil
  }

  /// Takes the earliest record of all runs.
  private func advance() throws(HistoryError) {
    var best: Int?
    for (run, head) in heads.enumerated() {
      guard let head else { continue }
      if let other = best, let least = heads[other], least <= head { continue }
      best = run
    }
    guard let best, let key else {
      first = nil
      return
    }
    first = try runs[best].peek()
    runs[best].take()
    heads[best] = try runs[best].peek().map(key)
  }
}
