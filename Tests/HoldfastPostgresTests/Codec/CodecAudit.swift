import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// Encodes and decodes everything in accounts, and keeps what was met and what came back changed.
struct CodecAudit: Sendable {
  private(set) var coverage: Set<String> = []
  private(set) var differences: [String] = []
  private(set) var rowCount = 0
  /// Body sizes of rows without metadata by their event.
  private(set) var sizes: [JournalRow.Event: [Int]] = [:]
  /// Some rows of every event.
  private(set) var samples: [JournalRow.Event: [(row: StoredRow, place: StreamPlace)]] = [:]

  private static let sampleCount = 6

  mutating func merge(_ other: CodecAudit) {
    coverage.formUnion(other.coverage)
    differences += other.differences
    rowCount += other.rowCount
    sizes.merge(other.sizes) { $0 + $1 }
    samples.merge(other.samples) { Array(($0 + $1).prefix(CodecAudit.sampleCount)) }
  }

  mutating func check(_ account: AccountState, seed: UInt64) throws {
    var decoration = RowDecoration(seed: seed)
    for (row, place) in account.rows {
      try check(row, place)
      let decorated = decoration.decorated(row)
      try check(decorated, place)
      try checkErasing(decorated, place)
    }
    for balance in account.balances { try check(balance, account) }
    for meter in account.meters { try check(meter, account) }
  }

  private mutating func compare<Value: Equatable>(_ name: String, _ left: Value, _ right: Value) {
    if left != right { differences.append("\(name): \(left) became \(right)") }
  }

  private mutating func check(_ row: JournalRow, _ place: StreamPlace) throws {
    let stored = StoredRow(row, in: place)
    let comparison = RowComparison(row, try stored.row(in: place))
    differences += comparison.differences.map { "row \(row.version) \(row.event) \($0)" }
    rowCount += 1
    compare("identity", stored.identity, row.isAnswer ? row.cause?.identity.digest : nil)
    compare("closes", stored.subject != nil && row.event != .reversal, row.closesReservation)
    sizes[row.event, default: []].append(stored.body.count)
    if samples[row.event, default: []].count < CodecAudit.sampleCount {
      samples[row.event, default: []].append((stored, place))
    }
    note(row)
  }

  private mutating func checkErasing(_ row: JournalRow, _ place: StreamPlace) throws {
    var erased = row
    erased.erase()
    let stored = StoredRow(erased, in: place)
    let comparison = RowComparison(erased, try stored.row(in: place))
    differences += comparison.differences.map { "erased row \(row.version) \(row.event) \($0)" }
    compare("erased identity", StoredRow(row, in: place).identity, stored.identity)
    compare(
      "erased texts", [],
      [
        stored.description, stored.referenceType, stored.referenceID, stored.metadata,
      ].compactMap(\.self))
  }

  private mutating func check(_ balance: BalanceState, _ account: AccountState) throws {
    let place = account.place(.balance(balance.unit))
    for hold in balance.holds.values + balance.journal.all.compactMap(\.hold) {
      let body = hold.body(in: place)
      let restored = try Hold(
        version: hold.version, remaining: hold.remaining, body: body, in: place)
      compare("hold", hold, restored)
      coverage.insert("hold \(hold.status)")
      if !hold.counts.isEmpty { coverage.insert("hold with counts") }
    }
    let lots = Array(balance.lots.values)
    for lot in lots + balance.exhausted.values {
      compare("lot", lot, try Lot(version: lot.version, body: lot.body))
    }
    let parts = BalanceParts(lots: lots, repayments: balance.repayments)
    let bytes = BalanceParts.bytes(lots: balance.lots.values, repayments: balance.repayments)
    compare("balance", parts, try BalanceParts(bytes: bytes))
    if !balance.repayments.isEmpty { coverage.insert("repayments") }
  }

  private mutating func check(_ meter: UsageMeter, _ account: AccountState) throws {
    let place = account.place(.usage(meter.item))
    for record in meter.records.values {
      let restored = try UsageRecord(
        version: record.version, instant: record.instant, body: record.body(in: place),
        in: place)
      compare("record", record, restored)
      if record.charge != nil { coverage.insert("record with a charge") }
      if record.hold != nil { coverage.insert("record of a hold") }
    }
    let parts = MeterParts(counters: meter.counters, revision: meter.revision)
    compare("meter", parts, try MeterParts(bytes: parts.bytes))
    for counter in meter.counters { coverage.insert("window \(counter.limit.window.word)") }
    if meter.counters.contains(where: { $0.limit.measures != .count }) {
      coverage.insert("limit of what is spent")
    }
  }

  private mutating func note(_ row: JournalRow) {
    coverage.insert("event \(row.event)")
    coverage.insert("settlement \(row.settlement)")
    coverage.insert("remark \(row.remark.word)")
    if row.dueAt != nil { coverage.insert("due earlier") }
    if row.counterpart != .none { coverage.insert("counterpart") }
    guard let cause = row.cause else { return }
    coverage.insert("command \(cause.name)")
    if cause.group != nil { coverage.insert("in a group") }
    if cause.command.key == nil { coverage.insert("derived key") }
    if cause.command.account == nil { coverage.insert("account unnamed") }
  }
}

extension JournalRow {
  /// By what the row did, not by how it is stored.
  fileprivate var closesReservation: Bool {
    switch event {
    case .release, .lapse: true
    case .settlement: hold?.status != .open && settlement != .late
    default: false
    }
  }
}

extension JournalRow.Remark {
  var word: String {
    switch self {
    case .none: "none"
    case .balanceAfter: "balanceAfter"
    case .reversal: "reversal"
    case .coupled: "coupled"
    case .usage: "usage"
    case .usageReversal: "usageReversal"
    }
  }

  static let words = [
    "none", "balanceAfter", "reversal", "coupled", "usage", "usageReversal",
  ]
}

extension Window {
  var word: String {
    switch self {
    case .lifetime: "lifetime"
    case .calendar(let calendar): calendar.unit.rawValue
    case .billingPeriod: "billingPeriod"
    case .fixed: "fixed"
    }
  }
}
