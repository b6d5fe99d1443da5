internal import Holdfast

/// What is still to be loaded. Everything is asked for once.
struct Wants {
  private var asked: Set<Want> = []
  private var holds: [Position] = []
  private var unanswered: Set<Position> = []
  private var subjects: [Position] = []
  private var entries: [Position] = []
  private var rows: [Position] = []
  private var lots: [Position] = []
  private var repayments: [RowKey] = []
  private var records: [Position] = []
  private var meters: [AccountItem] = []

  private enum Want: Hashable {
    case hold(Position)
    case subject(Position)
    case entry(Position)
    case row(Position)
    case lot(Position)
    case repayments(RowKey)
    case record(Position)
    case meter(AccountItem)
  }

  /// A reservation, open or closed.
  mutating func hold(_ position: Position) {
    guard asked.insert(.hold(position)).inserted else { return }
    holds.append(position)
    unanswered.insert(position)
  }

  /// The open reservation was found.
  mutating func answered(_ position: Position) {
    unanswered.remove(position)
  }

  /// What closed the reservation or reversed the entry.
  mutating func subject(_ position: Position) {
    if asked.insert(.subject(position)).inserted { subjects.append(position) }
  }

  /// An entry, and what reversed it.
  mutating func entry(_ position: Position) {
    guard asked.insert(.entry(position)).inserted else { return }
    entries.append(position)
    subject(position)
  }

  /// A row, and nothing that follows from it.
  mutating func row(_ position: Position) {
    if asked.insert(.row(position)).inserted { rows.append(position) }
  }

  mutating func lot(_ position: Position) {
    if asked.insert(.lot(position)).inserted { lots.append(position) }
  }

  /// A block of repayments.
  mutating func repayments(_ block: RowKey) {
    if asked.insert(.repayments(block)).inserted { repayments.append(block) }
  }

  mutating func record(_ position: Position) {
    if asked.insert(.record(position)).inserted { records.append(position) }
  }

  /// All records of an item.
  mutating func meter(_ meter: AccountItem) {
    if asked.insert(.meter(meter)).inserted { meters.append(meter) }
  }

  mutating func takeHolds() -> [Position] { take(\.holds) }
  mutating func takeSubjects() -> [Position] { take(\.subjects) }
  mutating func takeEntries() -> [Position] { take(\.entries) }
  mutating func takeRows() -> [Position] { take(\.rows) }
  mutating func takeLots() -> [Position] { take(\.lots) }
  mutating func takeRecords() -> [Position] { take(\.records) }

  mutating func takeRepayments() -> [RowKey] {
    defer { repayments = [] }
    return repayments
  }

  mutating func takeMeters() -> [AccountItem] {
    defer { meters = [] }
    return meters
  }

  /// The reservations that were asked for and are not open.
  mutating func holdsWithoutAnswer() -> [Position] {
    let waiting = Set(holds)
    let missing = unanswered.filter { !waiting.contains($0) }
    unanswered.subtract(missing)
    return Array(missing)
  }

  private mutating func take(_ list: WritableKeyPath<Wants, [Position]>) -> [Position] {
    let taken = self[keyPath: list]
    self[keyPath: list] = []
    return taken
  }
}
