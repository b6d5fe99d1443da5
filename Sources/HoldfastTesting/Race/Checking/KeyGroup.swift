internal import Holdfast

/// Whatever concerns one key: to be sorted by it.
enum KeyItem: BitwiseCopyable {
  case row(RaceRow, RaceKey)
  case call(RecordedCall)
  /// A call that acts on what the key made.
  case acting(RecordedCall)
  /// A row of an adapter's own ledger.
  case entry(RaceEntry)

  var key: RaceKey {
    switch self {
    case .row(_, let key): key
    case .call(let call): call.call.key
    case .acting(let call): call.call.subject ?? call.call.key
    case .entry(let entry): entry.key
    }
  }

  static func sortKey(_ item: KeyItem) -> SortKey { SortKey(first: item.key.number64) }
}

/// All calls and rows under one key, and the calls that act on what it made.
struct KeyGroup {
  let key: RaceKey
  private(set) var rows: [RaceRow] = []
  private(set) var calls: [RecordedCall] = []
  private(set) var acting: [RecordedCall] = []
  private(set) var entries: [RaceEntry] = []
  /// Whether an adapter tells its ledger at all.
  var hasEntries = false

  /// The next one; `nil` at the end.
  init?(from items: SortedRecords<KeyItem>) throws(HistoryError) {
    guard let key = items.peek()?.key else { return nil }
    self.key = key
    while let item = items.peek(), item.key == key {
      _ = try items.next()
      switch item {
      case .row(let row, _): rows.append(row)
      case .call(let call): calls.append(call)
      case .acting(let call): acting.append(call)
      case .entry(let entry): entries.append(entry)
      }
    }
    calls.sort { $0.invoked < $1.invoked }
    rows.sort { ($0.stream, $0.version) < ($1.stream, $1.version) }
  }

  /// What an effect is known by, besides the key.
  struct Identity: Hashable, Comparable {
    let account: Int32
    let word: RaceWord

    static func < (left: Identity, right: Identity) -> Bool {
      (left.account, left.word.rawValue) < (right.account, right.word.rawValue)
    }
  }

  /// The calls and rows of one effect.
  struct Effect {
    let identity: Identity
    var calls: [RecordedCall] = []
    /// The row that answers it; there must be at most one.
    var answers: [RaceRow] = []
    /// All its rows, that one included.
    var rows: [RaceRow] = []
  }

  var effects: [Effect] {
    var effects: [Identity: Effect] = [:]
    for call in calls where call.call.word != .balance {
      let identity = Identity(account: call.call.account, word: call.call.word)
      effects[identity, default: Effect(identity: identity)].calls.append(call)
    }
    for row in rows {
      guard case .call(_, let account, let word, _) = row.cause else { continue }
      let identity = Identity(account: account, word: word)
      effects[identity, default: Effect(identity: identity)].rows.append(row)
      if row.isAnswer { effects[identity]?.answers.append(row) }
    }
    return effects.values.sorted { $0.identity < $1.identity }
  }

  /// The row that opened the reservation, or made the entry, that a call acts on.
  func subject(of call: RaceCall) -> RaceRow? {
    rows.first { row in
      guard case .call(_, call.account, let word, _) = row.cause, row.isAnswer else { return false }
      return call.word == .reverse
        ? word == .debit || word == .credit || word == .settle : word == .reserve
    }
  }
}
