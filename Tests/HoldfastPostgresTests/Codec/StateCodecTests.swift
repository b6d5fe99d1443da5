import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("The state of balances and meters as bytes")
struct StateCodecTests {
  private static let windows: [Window] =
    [
      .lifetime,
      .billingPeriod(
        anchor: Instant(microseconds: 1_700_000_000_123_456), months: 1200,
        timeZone: "America/New_York"),
      .billingPeriod(anchor: .earliest, months: 1, timeZone: "UTC"),
      .fixed(anchor: .latest, seconds: 316_224_000),
      .fixed(anchor: Instant(microseconds: -1), seconds: 1),
    ]
    + CalendarUnit.allCases.map { .calendar(CalendarWindow(unit: $0, timeZone: "Asia/Kolkata")) }
    + [CalendarUnit.day, .week, .month, .year].map {
      .calendar(
        CalendarWindow(
          unit: $0, timeZone: "Europe/Paris", startTime: TimeOfDay(hour: 23, minute: 59)))
    }
    + Weekday.allCases.map {
      .calendar(
        CalendarWindow(
          unit: .week, timeZone: "Etc/GMT+5", startTime: .midnight, weekStart: $0))
    }

  static let limits = windows.flatMap { window in
    [
      UsageLimit(window: window, maximum: 0),
      UsageLimit(window: window, maximum: .maximum, measures: .spent("crédits")),
    ]
  }

  private static let meter = MeterParts(
    counters: limits.enumerated().map { index, limit in
      UsageCounter(
        limit: limit, start: index % 3 == 0 ? nil : Instant(seconds: Int64(index)),
        end: index % 4 == 0 ? nil : Instant(microseconds: 1_800_000_000_000_001),
        used: Amount(index * 1000))
    }, revision: Revision(definition: 7, override: .max))

  private static let place = StreamPlace(
    account: AccountID(digest: Digest(first: 1, second: 2)), tenant: "acme", name: "ada",
    stream: .balance("credits"))

  private static let lots = [
    Lot(
      version: 1, granted: .maximum, remaining: .maximum, pinned: 5,
      terms: LotTerms(
        expiresAt: nil, effectiveAt: .earliest, createdAt: .earliest, priority: .min,
        category: .promotional, costBasis: 0), isScheduled: true, isVoided: false),
    Lot(
      version: 1 << 43, granted: 1, remaining: 0, pinned: 0,
      terms: LotTerms(
        expiresAt: .latest, effectiveAt: .latest, createdAt: .earliest, priority: .max,
        category: .paid, costBasis: nil), isScheduled: false, isVoided: true),
  ]

  private static let parts = BalanceParts(
    lots: lots, repayments: [Draw(lot: 1, amount: 9, isRepayment: true)])

  private static let hold = Hold(
    version: 9, initial: 10, increased: 20, remaining: 3, requested: 100, settled: 31,
    settledFromHold: 27, shortfall: 4, returned: 0, reported: 12,
    expiresAt: .latest.advanced(bySeconds: 604_800), graceMicroseconds: 3_600_000_000,
    floor: .balance, onLapse: .chargeAll, pins: [Draw(lot: 1, amount: 3)],
    counts: [
      Position(account: place.account, stream: .usage("gen"), version: 3),
      Position(
        account: AccountID(digest: Digest(first: .max, second: 0)), stream: .usage("gen"),
        version: 4),
    ])

  private static let record = UsageRecord(
    version: 4, instant: Instant(microseconds: 5), amount: 6, reversed: 1, overflow: 2,
    price: UsagePrice(unit: "credits", amount: 3, per: 10, cap: 4),
    charge: Position(account: place.account, stream: .balance("credits"), version: 3),
    hold: Position(account: place.account, stream: .balance("tokens"), version: 8), spent: 7)

  @Test("every kind of window comes back as it was, with its counter")
  func windows() throws {
    #expect(try MeterParts(bytes: StateCodecTests.meter.bytes) == StateCodecTests.meter)
    let unknown = MeterParts(counters: [], revision: nil)
    #expect(try MeterParts(bytes: unknown.bytes) == unknown)
  }

  @Test("values at the edges come back as they were")
  func edges() throws {
    let place = StateCodecTests.place
    for lot in StateCodecTests.lots {
      #expect(try Lot(version: lot.version, body: lot.body) == lot)
    }
    let parts = StateCodecTests.parts
    let bytes = BalanceParts.bytes(lots: parts.lots, repayments: parts.repayments)
    #expect(try BalanceParts(bytes: bytes) == parts)
    let parted = BalanceParts(lots: parts.lots, repayments: parts.repayments, blocks: 1 << 43)
    let longer = BalanceParts.bytes(
      lots: parted.lots, repayments: parted.repayments, blocks: parted.blocks)
    #expect(try BalanceParts(bytes: longer) == parted)
    let block = (1...RepaymentBlock.size).map {
      Draw(lot: Int64($0), amount: .maximum, isRepayment: true)
    }
    #expect(try RepaymentBlock.repayments(RepaymentBlock.body(block)) == block)
    let hold = StateCodecTests.hold
    let restored = try Hold(
      version: hold.version, remaining: hold.remaining, body: hold.body(in: place), in: place)
    #expect(restored == hold)
    let record = StateCodecTests.record
    #expect(
      try UsageRecord(
        version: record.version, instant: record.instant, body: record.body(in: place),
        in: place) == record)
  }

  @Test("what remains of a reservation is the same in its column and its body")
  func remaining() {
    let body = StateCodecTests.hold.body(in: StateCodecTests.place)
    #expect(throws: CorruptRow(.hold, expected: "what remains by its column")) {
      try Hold(version: 9, remaining: 4, body: body, in: StateCodecTests.place)
    }
  }

  @Test("ranges of the feed come back as they were, and those of one account take few bytes")
  func feed() throws {
    let ada = AccountID(digest: Digest(first: 1, second: 2))
    let bob = AccountID(digest: Digest(first: 3, second: .max))
    let ranges = [
      FeedRange(account: ada, stream: 0, first: 1, count: 2),
      FeedRange(account: ada, stream: 32_767, first: 1 << 43, count: 1000),
      FeedRange(account: bob, stream: 1, first: 7, count: 1),
    ]
    let bytes = FeedRange.bytes(ranges)
    #expect(try FeedRange.ranges(in: bytes) == ranges)
    #expect(bytes.count == 2 + 19 + 12 + 19)
    #expect(try FeedRange.ranges(in: FeedRange.bytes([])) == [])
  }

  @Test("damaged bytes of any state give an error or a value, and never end the process")
  func damage() {
    let place = StateCodecTests.place
    let parts = StateCodecTests.parts
    check(StateCodecTests.hold.body(in: place)) { bytes throws(CorruptRow) in
      _ = try Hold(version: 9, remaining: 3, body: bytes, in: place).body(in: place)
    }
    check(StateCodecTests.record.body(in: place)) { bytes throws(CorruptRow) in
      _ = try UsageRecord(version: 4, instant: .latest, body: bytes, in: place).body(in: place)
    }
    check(StateCodecTests.lots[1].body) { bytes throws(CorruptRow) in
      _ = try Lot(version: 4, body: bytes).body
    }
    check(BalanceParts.bytes(lots: parts.lots, repayments: parts.repayments)) {
      bytes throws(CorruptRow) in
      let parts = try BalanceParts(bytes: bytes)
      _ = BalanceParts.bytes(lots: parts.lots, repayments: parts.repayments)
    }
    check(BalanceParts.bytes(lots: [], repayments: parts.repayments, blocks: 300)) {
      bytes throws(CorruptRow) in _ = try BalanceParts(bytes: bytes)
    }
    let repayments = [Draw](
      repeating: Draw(lot: 1000, amount: 9, isRepayment: true), count: RepaymentBlock.size)
    check(RepaymentBlock.body(repayments)) { bytes throws(CorruptRow) in
      _ = try RepaymentBlock.repayments(bytes)
    }
    check(StateCodecTests.meter.bytes) { bytes throws(CorruptRow) in
      let meter = try MeterParts(bytes: bytes)
      for counter in meter.counters {
        _ = WindowCalendar().bounds(of: counter.limit.window, containing: .latest)
      }
      _ = meter.bytes
    }
    let range = FeedRange(account: place.account, stream: 3, first: 4, count: 5)
    check(FeedRange.bytes([range, range])) { bytes throws(CorruptRow) in
      _ = FeedRange.bytes(try FeedRange.ranges(in: bytes))
    }
  }

  private func check(_ bytes: [UInt8], _ decode: ([UInt8]) throws(CorruptRow) -> Void) {
    var random = SplitMix(seed: 3)
    for damaged in Damage.all(of: bytes, &random) { _ = try? decode(damaged) }
    for count in bytes.indices {
      #expect(throws: CorruptRow.self) { try decode(Array(bytes[..<count])) }
    }
    #expect(throws: CorruptRow.self) { try decode(bytes + [0]) }
  }
}
