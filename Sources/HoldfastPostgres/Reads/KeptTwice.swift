internal import Holdfast

/// What is kept of an account in two places, and must be the same in both: the figures by which a
/// transaction is spared reading everything.
struct KeptTwice {
  private let loaded: LoadedAccount
  /// The rows of the table `lot`, of each balance by the version that opened it.
  private var lots: [Int: [Int64: (lot: Lot, due: Instant?)]] = [:]
  /// What was found while rows were read.
  private var found: [String] = []

  init(_ loaded: LoadedAccount) {
    self.loaded = loaded
  }

  mutating func add(_ lot: Lot, due: Instant?, inBalance balance: Int) {
    lots[balance, default: [:]][lot.version] = (lot, due)
  }

  /// The columns by which a row of the journal is found.
  mutating func add(_ stored: StoredRow, _ row: JournalRow, in place: StreamPlace) {
    let made = StoredRow(row, in: place)
    if stored.identity != made.identity {
      found.append("\(name(of: place)), version \(row.version): it is found under another key")
    }
    if stored.subject != made.subject {
      found.append("\(name(of: place)), version \(row.version): it is found by another subject")
    }
  }

  /// A sentence about a stream.
  mutating func add(_ text: String, in place: StreamPlace) {
    found.append("\(name(of: place)): \(text)")
  }

  mutating func add(_ hold: Hold, lapsesAt: Instant, in place: StreamPlace) {
    guard hold.lapsesAt != lapsesAt else { return }
    found.append("\(name(of: place)): reservation \(hold.version) is found by another lapse")
  }

  private func name(of place: StreamPlace) -> String {
    switch place.stream {
    case .balance(let unit): "unit \(unit)"
    case .usage(let item): "item \(item)"
    }
  }

  /// Where the places differ; a sentence each.
  ///
  /// - Parameter state: the whole account, its live lots as their balance has them.
  func disagreements(with state: AccountState) -> [String] {
    found
      + loaded.streams.flatMap { stream -> [String] in
        guard case .balance(let index) = stream.place else { return [] }
        let balance = state.balances[index]
        let found =
          figures(of: stream, balance)
          + lots(of: balance, lots[index] ?? [:], stream, state.lastInstant)
        return found.map { "unit \(balance.unit): \($0)" }
      }
  }

  private func figures(of stream: LoadedStream, _ balance: BalanceState) -> [String] {
    var found: [String] = []
    if Int(stream.openHolds) != balance.holds.count {
      found.append("\(stream.openHolds) reservations are counted, \(balance.holds.count) are open")
    }
    let archived = balance.journal.checkpoint?.entryCount ?? 0
    let entries = balance.journal.ledger.count + Int(archived)
    if Int(stream.entryCount) != entries {
      found.append("\(stream.entryCount) entries are counted, \(entries) rows are entries")
    }
    let lapses = balance.holds.values.map(\.lapsesAt).min()
    if let lapses, stream.nextDueWhenLoaded.map({ $0 > lapses }) ?? true {
      found.append("a reservation lapses before the next due instant")
    }
    return found
  }

  private func lots(
    of balance: BalanceState, _ rows: [Int64: (lot: Lot, due: Instant?)], _ stream: LoadedStream,
    _ instant: Instant
  ) -> [String] {
    let spent = balance.exhausted.keys.filter { rows[$0]?.due != nil }
      .map { "lot \($0) is used up, and due in its own row" }
    let live = balance.lots.values.flatMap { lot -> [String] in
      guard let row = rows[lot.version] else { return ["lot \(lot.version) has no row of its own"] }
      return differences(of: lot, row, stream, instant).map { "lot \(lot.version) \($0)" }
    }
    return spent + live
  }

  private func differences(
    of lot: Lot, _ row: (lot: Lot, due: Instant?), _ stream: LoadedStream, _ instant: Instant
  ) -> [String] {
    var found: [String] = []
    if row.lot.granted != lot.granted || row.lot.terms != lot.terms
      || row.lot.isScheduled != lot.isScheduled || row.lot.isVoided != lot.isVoided
    {
      found.append("has other terms in its own row than in its balance")
    }
    if row.lot.remaining == 0 { found.append("is used up in its own row, its balance has it") }
    // When a lot expires of which reservations hold all, its row hears of it some time later.
    let isHeld = lot.free == 0 && !lot.isScheduled
    let dues = isHeld ? [nil, lot.terms.expiresAt] : [lot.nextDue(asOf: instant)]
    if !dues.contains(row.due) { found.append("is due at another instant than in its own row") }
    if let due = row.due, stream.nextDueWhenLoaded.map({ due < $0 }) ?? true {
      found.append("is due before the next due instant")
    }
    return found
  }
}
