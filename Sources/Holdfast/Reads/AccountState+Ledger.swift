/// Reading the ledger: the rows that moved the posted figure, newest first.
extension AccountState {
  static let pageSizes = 1...1000
  private static let cursorPrefix = "cur_"

  package func readLedger(_ unit: UnitName, _ page: LedgerPage) throws(LedgerError) -> LedgerEntries
  {
    let index = balance(of: unit)
    let versions = index.map { balances[$0].journal.ledger } ?? []
    switch page {
    case .cursor(let cursor, let limit):
      let end = try end(of: cursor, in: versions, unit)
      let start = max(0, end - limit)
      var entries = LedgerEntries(entries: [], nextCursor: nil, total: nil, pageCount: nil)
      guard let index, start < end else { return entries }
      entries.entries = readEntries(versions[start..<end].reversed(), in: index)
      if start > 0 { entries.nextCursor = self.cursor(of: versions[start], unit) }
      return entries
    case .number(let number, let size):
      let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: size)
      let end = overflow ? 0 : max(0, versions.count - skipped)
      let start = max(0, end - size)
      return LedgerEntries(
        entries: index.map { readEntries(versions[start..<end].reversed(), in: $0) } ?? [],
        nextCursor: nil, total: versions.count, pageCount: (versions.count + size - 1) / size)
    }
  }

  /// The entries of these versions, with all that they refer to at hand.
  package func readEntries(
    _ versions: some Sequence<Int64>, in balance: Int
  ) -> [LedgerEntry] {
    versions.compactMap { entry($0, in: balance) }
  }

  /// Where a page ends whose oldest entry has this version.
  package func cursor(of version: Int64, _ unit: UnitName) -> String {
    Position(account: id, stream: .balance(unit), version: version)
      .text(prefix: AccountState.cursorPrefix)
  }

  /// The version that a cursor of this ledger stands at.
  package func version(
    of cursor: String, _ unit: UnitName
  ) throws(LedgerError) -> Int64 {
    guard let position = Position(text: cursor, prefix: AccountState.cursorPrefix),
      position.account == id, position.stream == .balance(unit)
    else { throw Validation.invalid("cursor", "must be one of this ledger") }
    return position.version
  }

  /// Checks what can be checked without looking at an account.
  package static func validate(_ page: LedgerPage) throws(LedgerError) {
    switch page {
    case .cursor(_, let limit): try Validation.range(limit, pageSizes, "limit")
    case .number(let number, let size):
      try Validation.range(number, 1...Int.max, "page")
      try Validation.range(size, pageSizes, "pageSize")
    }
  }

  /// The number of ledger rows that are older than the cursor.
  private func end(
    of cursor: String?, in versions: ContiguousArray<Int64>, _ unit: UnitName
  ) throws(LedgerError) -> Int {
    guard let cursor else { return versions.count }
    let version = try version(of: cursor, unit)
    var low = 0
    var high = versions.count
    while low < high {
      let middle = (low + high) / 2
      if versions[middle] < version { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func entry(_ version: Int64, in balance: Int) -> LedgerEntry? {
    guard let row = balances[balance].journal[version] else { return nil }
    let stream = StreamName.balance(balances[balance].unit)
    let position = Position(account: id, stream: stream, version: version)
    let origin = origin(of: row, in: balance)
    return LedgerEntry(
      id: EntryID(position), kind: kind(of: row, in: balance), unit: balances[balance].unit,
      delta: row.delta.posted, balanceAfter: row.after.posted, createdAt: row.instant,
      dueAt: row.dueAt, description: origin.details.description, item: origin.item,
      reference: origin.details.reference, metadata: origin.details.metadata,
      occurredAt: origin.details.occurredAt, late: row.settlement == .late,
      lapsed: row.settlement == .lapsed,
      reservationId: row.event == .settlement
        ? ReservationID(position.at(row.subject)) : nil,
      reversedEntryId: row.event == .reversal ? EntryID(position.at(row.subject)) : nil)
  }

  /// What the row is called in the ledger.
  package func kind(of row: JournalRow, in balance: Int) -> EntryKind {
    switch row.event {
    case .credit, .debit: return row.cause?.command.action.kind ?? .grant
    case .activation:
      let opening = balances[balance].journal[row.subject]
      return opening?.cause?.command.action.kind ?? .grant
    case .settlement: return .settlement
    case .usageCharge: return .usage
    case .expiry, .lotUpdate: return .expiry
    case .void: return .void
    case .reversal: return .reversal
    case .transferOut, .transferIn, .transferPiece: return .transfer
    case .reserve, .increase, .extend, .report, .release, .lapse, .overdraftLimit, .usage,
      .usageReversal:
      preconditionFailure("such a row moves no posted figure")
    }
  }

  /// What the row carries of the caller's words. A row that the ledger made by itself carries those of
  /// what it acts on; a settlement that says nothing carries those of its reserve.
  package func origin(
    of row: JournalRow, in balance: Int
  ) -> (details: Details, item: ItemName?) {
    let details = row.cause?.command.action.details ?? .none
    switch row.event {
    case .credit, .debit, .transferOut, .transferIn, .transferPiece: return (details, nil)
    case .settlement:
      let reserve = balances[balance].journal[row.subject]
      var item: ItemName?
      if case .usage(let counted) = row.hold?.counts.first?.stream { item = counted }
      return (
        details.filled(from: reserve?.cause?.command.action.details ?? .none), item
      )
    case .usageCharge:
      var item: ItemName?
      if case .usage(let counted) = row.counterpart.position?.stream { item = counted }
      return (details, item)
    default:
      guard row.subject != row.version, let subject = balances[balance].journal[row.subject]
      else { return (details, nil) }
      return origin(of: subject, in: balance)
    }
  }
}

extension Command.Action {
  /// The caller's words, of the commands that have any.
  package var details: Details {
    switch self {
    case .credit(let action): action.details
    case .debit(let action): action.details
    case .transfer(let action): action.details
    case .reserve(let action): action.details
    case .settle(let action): action.details
    case .recordUsage(let action): action.details
    case .increase, .extend, .report, .release, .reverse, .reverseUsage, .setOverdraftLimit,
      .voidLot, .updateLot:
      .none
    }
  }

  fileprivate var kind: EntryKind? {
    switch self {
    case .credit(let credit): credit.kind
    case .debit(let debit): debit.kind
    default: nil
    }
  }
}

extension Details {
  fileprivate func filled(from other: Details) -> Details {
    Details(
      description: (description ?? other.description)?.string,
      reference: reference ?? other.reference, metadata: metadata ?? other.metadata,
      occurredAt: occurredAt)
  }
}
