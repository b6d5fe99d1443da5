/// Sorts more records than there is memory for: sorted runs go to a file that has no name, and are
/// merged as they are read.
///
/// Records are larger than their keys, so keys are what is moved about.
final class ExternalSort<Record: BitwiseCopyable> {
  private let key: (Record) -> SortKey
  private(set) var count = 0
  /// How many records are kept in memory.
  private let capacity: Int
  private var records: [Record] = []
  private var order: [Place] = []
  private var file: RunFile<Record>?

  private struct Place: BitwiseCopyable {
    let key: SortKey
    let index: Int
  }

  /// - Parameters:
  ///   - budget: About how many bytes of memory it may take.
  ///   - key: By what it is sorted; records with equal keys come out in any order.
  init(budget: Int, by key: @escaping (Record) -> SortKey) {
    self.key = key
    capacity = max(
      16, budget / (MemoryLayout<Record>.stride + MemoryLayout<Place>.stride))
  }

  func add(_ record: Record) throws(HistoryError) {
    if records.count == capacity { try spill() }
    order.append(Place(key: key(record), index: records.count))
    records.append(record)
    count += 1
  }

  private func spill() throws(HistoryError) {
    if file == nil { file = try RunFile() }
    order.sort { $0.key < $1.key }
    try file?.append(order.lazy.map { self.records[$0.index] }, count: order.count)
    records.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  /// The records in order. Nothing may be added any more.
  func sorted() throws(HistoryError) -> SortedRecords<Record> {
    defer { (records, order) = ([], []) }
    guard file != nil else {
      order.sort { $0.key < $1.key }
      return SortedRecords(records, in: order.map(\.index))
    }
    if !records.isEmpty { try spill() }
    return try SortedRecords(file?.runs(sharing: capacity) ?? [], by: key)
  }
}
