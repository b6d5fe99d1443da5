internal import Holdfast

/// What the rows of a tenant come to in each quarter of an hour.
struct RowSums: Sendable {
  private struct Bucket: Hashable {
    let place: StoredSum.Place
    let start: Int64
  }

  private static let quarter: Int64 = 900
  private static let lengths: [Int64] = [quarter, 3_600, 86_400]
  /// The figures of each, in the order of the values here.
  private static let consumption = [
    "spent", "granted", "entry_count", "consumed", "lapsed", "voided", "transferred", "reversed",
  ]
  private static let usage = ["amount", "consumed", "event_count", "charged_units"]

  private var sums: [Bucket: [Int128]] = [:]
  /// Up to when rows were archived, that are not among those added.
  private var archivedThrough: Instant?

  /// Adds the sums of further accounts.
  mutating func add(_ other: RowSums) {
    for (bucket, values) in other.sums {
      sums[bucket] = PointSums.sum(sums[bucket], values)
    }
    archivedThrough = [archivedThrough, other.archivedThrough].compactMap(\.self).max()
  }

  // MARK: Summing up

  init() {}

  init(_ contents: AccountContents) {
    for balance in contents.balances { add(balance) }
    for meter in contents.meters { add(meter) }
    let checkpoints =
      contents.balances.compactMap(\.checkpoint) + contents.meters.compactMap(\.checkpoint)
    for checkpoint in checkpoints {
      archivedThrough = max(archivedThrough ?? checkpoint.instant, checkpoint.instant)
    }
  }

  private mutating func add(
    _ values: [Int128], _ place: StoredSum.Place, at instant: Instant
  ) {
    let bucket = Bucket(place: place, start: RowSums.start(instant.microseconds, RowSums.quarter))
    sums[bucket] = PointSums.sum(sums[bucket], values)
  }

  /// When the bucket begins that an instant lies in; of a broken store's instants beyond those that
  /// can be named, the nearest.
  private static func start(_ microseconds: Int64, _ seconds: Int64) -> Int64 {
    let instant = min(max(microseconds, Instant.earliest.microseconds), Instant.latest.microseconds)
    let within = instant % (seconds * 1_000_000)
    return instant - (within < 0 ? within + seconds * 1_000_000 : within)
  }

  private mutating func add(_ balance: BalanceContents) {
    for row in balance.rows where row.delta.posted != 0 {
      let subject = row.event == .reversal ? balance.row(row.subject) : nil
      let kind = EntryKind(ReportAudit.kind(of: row, in: balance).string)
      let item = RowSums.item(of: subject ?? row)
      add(
        ReportAudit.values(of: row), .consumption(unit: balance.unit, kind: kind, item: item),
        at: row.instant)
      if let subject, subject.event == .usageCharge, let item {
        add([0, 0, 0, -row.delta.posted.wide], .usage(item: item), at: subject.instant)
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
            usage.delta.wide, usage.delta.wide - usage.overflow.wide, 1, usage.charged.wide,
          ], .usage(item: meter.item), at: row.instant)
      } else if let record = records[row.subject] {
        let (before, after) = (record.reversed, record.reversed - usage.delta.wide)
        records[row.subject]?.reversed = after
        let overflow = record.usage.overflow.wide
        // What was above a limit is taken back first.
        let within = max(0, after - overflow) - max(0, before - overflow)
        add(
          [before - after, -within, after == record.usage.delta.wide ? -1 : 0, 0],
          .usage(item: meter.item), at: record.row.instant)
      }
    }
  }

  // MARK: Comparing

  /// Finds the sums that are not kept as they are. Buckets that begin before rows were archived are
  /// passed over.
  func compare(with kept: [StoredSum], _ findings: inout Findings) {
    for length in RowSums.lengths {
      var left: [Bucket: [Int128]] = [:]
      for (bucket, values) in sums {
        let longer = Bucket(
          place: bucket.place, start: RowSums.start(bucket.start, length))
        left[longer] = PointSums.sum(left[longer], values)
      }
      for sum in kept where Int64(sum.seconds) == length {
        let bucket = Bucket(place: sum.place, start: sum.start.microseconds)
        let values = RowSums.names(of: sum.place).map { -Int128(sum.figures[$0] ?? 0) }
        left[bucket] = PointSums.sum(left[bucket], values)
      }
      for (bucket, values) in left
      where archivedThrough.map({ bucket.start > $0.microseconds }) ?? true {
        for (name, difference) in zip(RowSums.names(of: bucket.place), values)
        where difference != 0 {
          findings.add(
            .reports,
            """
            \(bucket.place), \(length) seconds from \(bucket.start): the rows come to \
            \(difference) more \(name) than is kept
            """)
        }
      }
    }
  }

  private static func names(of place: StoredSum.Place) -> [String] {
    if case .usage = place { usage } else { consumption }
  }
}
