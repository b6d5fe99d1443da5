internal import Holdfast

/// Sums the rows of a tenant up, and says where a store's statistics are not these sums.
///
/// It knows only what is written. What is due and unwritten a store counts, too; so it asks about the
/// time before that.
struct ReportAudit {
  private var entries: [UnitName: HourlySums] = [:]
  private var usage: [ItemName: HourlySums] = [:]
  private var first: Instant?
  private var last: Instant?
  /// The earliest instant at which something unwritten is due.
  private var due: Instant?
  /// The earliest at which a lapse takes usage back.
  private var takeBack: Instant?
  /// Up to when rows of any account were archived: a store answers only about the time behind.
  private var archivedThrough: Instant?

  // MARK: Summing up

  mutating func add(_ contents: AccountContents) {
    var refunds: [Position: Int128] = [:]
    let checkpoints =
      contents.balances.compactMap(\.checkpoint) + contents.meters.compactMap(\.checkpoint)
    for checkpoint in checkpoints {
      archivedThrough = max(archivedThrough ?? checkpoint.instant, checkpoint.instant)
    }
    for balance in contents.balances {
      for row in balance.rows {
        note(row.instant)
        if row.event == .reversal, row.delta.posted > 0 {
          let position = Position(
            account: contents.id, stream: .balance(balance.unit), version: row.subject)
          refunds[position, default: 0] += row.delta.posted.wide
        }
        guard row.delta.posted != 0 else { continue }
        entries[balance.unit, default: HourlySums(ConsumptionFigures.names)].add(
          ReportAudit.values(of: row), to: ReportAudit.kind(of: row, in: balance),
          at: row.instant)
      }
      noteDue(of: balance)
    }
    for meter in contents.meters { add(meter, refunds) }
  }

  private mutating func add(_ meter: MeterContents, _ refunds: [Position: Int128]) {
    var takenBack: [Int64: Int128] = [:]
    for row in meter.rows where row.event == .usageReversal {
      takenBack[row.subject, default: 0] -= row.usage?.delta.wide ?? 0
    }
    for row in meter.rows {
      note(row.instant)
      guard row.event == .usage, let counted = row.usage else { continue }
      let reversed = takenBack[row.version] ?? 0
      let left = counted.delta.wide - reversed
      let above = max(0, counted.overflow.wide - reversed)
      let refund = row.counterpart.position.flatMap { refunds[$0] } ?? 0
      usage[meter.item, default: HourlySums(UsageFigures.names)].add(
        [left, left - above, left > 0 ? 1 : 0, counted.charged.wide - refund],
        to: meter.item.text, at: row.instant)
    }
  }

  /// Adds the sums of further accounts.
  mutating func add(_ other: ReportAudit) {
    entries.merge(other.entries) { $0 + $1 }
    usage.merge(other.usage) { $0 + $1 }
    first = [first, other.first].compactMap(\.self).min()
    last = [last, other.last].compactMap(\.self).max()
    due = [due, other.due].compactMap(\.self).min()
    takeBack = [takeBack, other.takeBack].compactMap(\.self).min()
    archivedThrough = [archivedThrough, other.archivedThrough].compactMap(\.self).max()
  }

  private mutating func note(_ instant: Instant) {
    first = min(first ?? instant, instant)
    last = max(last ?? instant, instant)
  }

  private mutating func noteDue(of balance: BalanceContents) {
    for hold in balance.holds.values {
      let (sum, overflow) = hold.expiresAt.microseconds.addingReportingOverflow(
        hold.graceMicroseconds)
      let lapse = overflow ? Instant.latest : Instant(microseconds: sum)
      due = min(due ?? lapse, lapse)
      if hold.settled == 0, !hold.counts.isEmpty { takeBack = min(takeBack ?? lapse, lapse) }
    }
    for lot in balance.lots.values where lot.remaining > 0 && !lot.isVoided {
      let next = lot.isScheduled ? lot.terms.effectiveAt : lot.terms.expiresAt
      if let next, lot.isScheduled || lot.remaining > lot.pinned { due = min(due ?? next, next) }
    }
  }

  static func values(of row: JournalRow) -> [Int128] {
    let delta = row.delta.posted.wide
    let left = max(0, -delta)
    let isCharge = [.debit, .settlement, .usageCharge].contains(row.event)
    let isRefund = row.event == .reversal && delta > 0
    return [
      left, max(0, delta), 1, isCharge || isRefund ? -delta : 0,
      [.expiry, .lotUpdate].contains(row.event) ? left : 0, row.event == .void ? left : 0,
      row.event == .transferOut ? left : 0, row.event == .reversal ? abs(delta) : 0,
    ]
  }

  static func kind(of row: JournalRow, in balance: BalanceContents) -> ByteText {
    switch row.event {
    case .activation:
      guard let opening = balance.row(row.subject), opening.event == .credit else {
        return ByteText("")
      }
      return kind(of: opening, in: balance)
    case .credit, .debit:
      switch row.cause?.command.action {
      case .credit(let credit): return credit.kind.text
      case .debit(let debit): return debit.kind.text
      default: return ByteText("")
      }
    case .settlement: return ByteText("settlement")
    case .usageCharge: return ByteText("usage")
    case .expiry, .lotUpdate: return ByteText("expiry")
    case .void: return ByteText("void")
    case .reversal: return ByteText("reversal")
    default: return ByteText("transfer")
    }
  }

  // MARK: Comparing

  /// Where the store's answers are not the sums of the rows; a sentence each.
  func differences(
    _ store: any AuditableStore, of tenant: TenantName
  ) async throws -> [String] {
    guard let first, let last else { return [] }
    let end = HourlySums.end(ofHour: last)
    let from = archivedThrough.map(HourlySums.end(ofHour:)) ?? HourlySums.hour(of: first)
    var found: [String] = []
    for (unit, table) in entries.sorted(by: { $0.key < $1.key }) {
      let differences = try await differences(
        table, from, end, due: due, values: ConsumptionFigures.values
      ) { period in
        let query = ConsumptionQuery(unit: unit, period: period, grouping: .kind)
        return try await store.auditedConsumption(query, of: tenant)
      }
      found += differences.map { "unit \(unit), \($0)" }
    }
    for (item, table) in usage.sorted(by: { $0.key < $1.key }) {
      let differences = try await differences(
        table, from, end, due: nil, values: UsageFigures.values
      ) { period in
        let query = UsageQuery(item: item, period: period, grouping: .item)
        guard let answer = try await store.auditedUsage(query, of: tenant) else { return nil }
        // What a lapse takes back leaves the bucket of its record before anybody writes it.
        return takeBack.map { $0 <= answer.readAt } ?? false ? nil : answer
      }
      found += differences.map { "item \(item), \($0)" }
    }
    return found
  }

  /// - Parameters:
  ///   - due: When the first unwritten thing is due that an answer counts at its own instant.
  ///   - ask: Asks the store; `nil` where there is nothing to compare with.
  private func differences<Figures>(
    _ table: HourlySums, _ from: Instant, _ end: Instant, due: Instant?,
    values: (Figures) -> [Int128],
    ask: (StatisticsPeriod) async throws -> Statistics<Figures>?
  ) async throws -> [String] {
    var cut = end
    while from < cut {
      let days = (cut.microseconds - from.microseconds) / 86_400_000_000
      let isLong = days * Int64(table.groupCount) > 50_000
      do {
        let period = StatisticsPeriod(from: from, to: cut, by: isLong ? .year : .day)
        guard let answer = try await ask(period) else { return [] }
        if let due, due < cut, due <= answer.readAt {
          cut = HourlySums.hour(of: due)
          continue
        }
        return table.points(from: from, before: cut).differences(of: answer, values: values)
      } catch let error as LedgerError where error.code == .amountOverflow {
        return table.leaves64Bits(before: cut) ? [] : ["a sum is refused that fits 64 bits"]
      }
    }
    return []
  }
}
