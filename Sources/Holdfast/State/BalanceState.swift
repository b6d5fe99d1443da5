/// One balance: its figures, and the rows they are made of.
package struct BalanceState: Sendable {
  package let unit: UnitName
  /// The version of its last row; 0 before the first.
  package internal(set) var version: Int64 = 0
  package internal(set) var figures = Figures.zero
  /// Lots with something remaining, by the version that opened them.
  package internal(set) var lots = LotTable()
  /// Lots with nothing remaining. A reversal can bring one back.
  package internal(set) var exhausted: [Int64: Lot] = [:]
  /// Open reservations, by the version that opened them.
  package internal(set) var holds: [Int64: Hold] = [:]
  /// How much of an entry was reversed.
  package internal(set) var reversed: [Int64: Amount] = [:]
  /// What lots repaid of the debt and was not undone since, the latest last.
  package internal(set) var repayments: [Draw] = []
  package internal(set) var journal = RowStore()
  var burnQueue = BurnQueue()
  var dueQueue = DueQueue()

  init(unit: UnitName) {
    self.unit = unit
  }

  @inline(__always)
  func lot(_ version: Int64) -> Lot? {
    lots[version] ?? exhausted[version]
  }

  /// An open or closed reservation.
  @inline(__always)
  func hold(_ version: Int64) -> Hold? {
    if let hold = holds[version] { return hold }
    let closer = journal.closer(of: version)
    return closer == 0 ? nil : journal[closer]?.hold
  }

  /// Whether the entry still stands for something that becomes due then.
  func isDue(_ entry: DueQueue.Entry) -> Bool {
    switch entry.event {
    case .lotExpiry:
      guard let lot = lots[entry.version] else { return false }
      return !lot.isScheduled && !lot.isVoided && lot.terms.expiresAt == entry.instant
    case .holdLapse:
      return holds[entry.version]?.lapsesAt == entry.instant
    case .activation:
      guard let lot = lots[entry.version] else { return false }
      return lot.isScheduled && lot.terms.effectiveAt == entry.instant
    }
  }

  /// The next due instant, at most `latest`.
  mutating func nextDue(by latest: Instant = .latest) -> Instant? {
    while let entry = dueQueue.first, entry.instant <= latest {
      if isDue(entry) { return entry.instant }
      dueQueue.removeFirst()
    }
    return nil
  }

  /// Takes out what is due at `instant`, in the order it is accounted for.
  mutating func takeDue(at instant: Instant) -> [DueQueue.Entry] {
    var entries: [DueQueue.Entry] = []
    while let entry = dueQueue.first, entry.instant <= instant {
      dueQueue.removeFirst()
      if isDue(entry), entries.last != entry { entries.append(entry) }
    }
    let lotCount = entries.prefix { $0.event == .lotExpiry }.count
    let inBurnOrder = entries.prefix(lotCount).sorted {
      guard let left = lots[$0.version], let right = lots[$1.version] else { return $0 < $1 }
      return left.burnKey < right.burnKey
    }
    entries.replaceSubrange(..<lotCount, with: inBurnOrder)
    return entries
  }

  /// Lets go of queue entries that no longer hold, once they are the greater part.
  mutating func compactQueues() {
    burnQueue.compact(lots: lots)
    guard dueQueue.count > 2 * (lots.count + holds.count) + 64 else { return }
    dueQueue = DueQueue()
    for lot in lots.values { dueQueue.insert(lot) }
    for hold in holds.values { dueQueue.insert(hold) }
  }
}
