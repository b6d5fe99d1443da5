internal import Holdfast

/// What the rows of a tenant come to in each quarter of an hour, less what a store keeps of it.
struct RowSums {
  private struct Bucket: Hashable {
    let place: StoredSum.Place
    let seconds: Int32
    let start: Int64
  }

  private static let lengths: [Int32] = [900, 3_600, 86_400]

  /// By figure; what is 0 is not there.
  private var left: [Bucket: [String: Int128]] = [:]

  /// Up to when rows were archived, that are not among those added.
  private var archivedThrough: Instant?

  private mutating func add(
    _ figures: [String: Int128], _ place: StoredSum.Place, at instant: Instant
  ) {
    for seconds in RowSums.lengths {
      let length = Int64(seconds) * 1_000_000
      let within = instant.microseconds % length
      let start = instant.microseconds - (within < 0 ? within + length : within)
      change(Bucket(place: place, seconds: seconds, start: start), by: figures, sign: 1)
    }
  }

  /// Takes away what is kept.
  mutating func take(_ sum: StoredSum) {
    let bucket = Bucket(place: sum.place, seconds: sum.seconds, start: sum.start.microseconds)
    change(bucket, by: sum.figures.mapValues { Int128($0) }, sign: -1)
  }

  private mutating func change(_ bucket: Bucket, by figures: [String: Int128], sign: Int128) {
    var sums = left[bucket] ?? [:]
    for (name, value) in figures {
      let sum = (sums[name] ?? 0) + sign * value
      sums[name] = sum == 0 ? nil : sum
    }
    left[bucket] = sums.isEmpty ? nil : sums
  }

  func compare(_ findings: inout Findings) {
    for (bucket, figures) in left
    where archivedThrough.map({ bucket.start > $0.microseconds }) ?? true {
      for (name, difference) in figures.sorted(by: { $0.key < $1.key }) {
        findings.add(
          .reports,
          """
          \(bucket.place), \(bucket.seconds) seconds from \(bucket.start): the rows come to \
          \(difference) more \(name) than is kept
          """)
      }
    }
  }

  mutating func add(_ contents: AccountContents) {
    for balance in contents.balances { add(balance) }
    for meter in contents.meters { add(meter) }
    let checkpoints =
      contents.balances.compactMap(\.checkpoint) + contents.meters.compactMap(\.checkpoint)
    for checkpoint in checkpoints {
      archivedThrough = max(archivedThrough ?? checkpoint.instant, checkpoint.instant)
    }
  }

  private mutating func add(_ balance: BalanceContents) {
    let all = balance.kept + balance.rows
    let rows = Dictionary(all.map { ($0.version, $0) }) { first, _ in first }
    for row in balance.rows where row.delta.posted != 0 {
      let subject = rows[row.subject]
      add(
        RowSums.figures(of: row, on: subject),
        .consumption(
          unit: balance.unit, kind: RowSums.kind(of: row, on: subject),
          item: RowSums.item(of: row.event == .reversal ? subject ?? row : row)),
        at: row.instant)
      if row.event == .reversal, let subject, subject.event == .usageCharge,
        let item = RowSums.item(of: subject)
      {
        add(
          ["charged_units": -row.delta.posted.wide], .usage(item: item), at: subject.instant)
      }
    }
  }

  private static func figures(of row: JournalRow, on subject: JournalRow?) -> [String: Int128] {
    let delta = row.delta.posted.wide
    var figures = [delta < 0 ? "spent" : "granted": abs(delta), "entry_count": 1]
    switch row.event {
    case .debit, .settlement, .usageCharge: figures["consumed"] = -delta
    case .expiry, .lotUpdate: figures["lapsed"] = abs(delta)
    case .void: figures["voided"] = abs(delta)
    case .transferOut: figures["transferred"] = abs(delta)
    case .reversal:
      figures["reversed"] = abs(delta)
      if [.debit, .settlement, .usageCharge].contains(subject?.event) {
        figures["consumed"] = -delta
      }
    default: break
    }
    return figures
  }

  private static func kind(of row: JournalRow, on subject: JournalRow?) -> EntryKind {
    switch row.event {
    case .settlement: .settlement
    case .usageCharge: .usage
    case .expiry, .lotUpdate: .expiry
    case .void: .void
    case .reversal: .reversal
    case .transferOut, .transferIn, .transferPiece: .transfer
    default:
      switch (row.event == .activation ? subject : row)?.cause?.command.action {
      case .credit(let credit): credit.kind
      case .debit(let debit): debit.kind
      default: "?"
      }
    }
  }

  /// The item that the row charges for.
  private static func item(of row: JournalRow) -> ItemName? {
    let counted =
      row.event == .settlement
      ? row.hold?.counts.first?.stream
      : row.event == .usageCharge ? row.counterpart.position?.stream : nil
    if case .usage(let item) = counted { return item }
    return nil
  }

  private mutating func add(_ meter: MeterContents) {
    var records: [Int64: (row: JournalRow, usage: UsageRow, reversed: Int128)] = [:]
    for row in meter.rows {
      guard let usage = row.usage else { continue }
      if row.event == .usage {
        records[row.version] = (row, usage, 0)
        add(
          [
            "amount": usage.delta.wide, "consumed": usage.delta.wide - usage.overflow.wide,
            "event_count": 1, "charged_units": usage.charged.wide,
          ], .usage(item: meter.item), at: row.instant)
      } else if let record = records[row.subject] {
        let (before, after) = (record.reversed, record.reversed - usage.delta.wide)
        records[row.subject]?.reversed = after
        let overflow = record.usage.overflow.wide
        // What was above a limit is taken back first.
        let within = max(0, after - overflow) - max(0, before - overflow)
        add(
          [
            "amount": before - after, "consumed": -within,
            "event_count": after == record.usage.delta.wide ? -1 : 0,
          ], .usage(item: meter.item), at: record.row.instant)
      }
    }
  }
}
