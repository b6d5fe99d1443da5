import Holdfast
import HoldfastPostgres

/// Rows that never change, whose bytes are written down in `GoldenRowTests`.
enum GoldenRows {
  static let place = StreamPlace(
    account: AccountID(digest: Digest(first: 0x0102_0304_0506_0708, second: 0x1112_1314_1516_1718)),
    tenant: "acme/production", name: "ada", stream: .balance("credits"))
  static let meterPlace = StreamPlace(
    account: place.account, tenant: place.tenant, name: place.name, stream: .usage("image"))
  static let otherAccount = AccountID(
    digest: Digest(first: 0x2122_2324_2526_2728, second: 0x3132_3334_3536_3738))

  static let instant = Instant(microseconds: 1_800_000_123_456_789)
  private static let fingerprint = Digest(
    first: 0xa1a2_a3a4_a5a6_a7a8, second: 0xb1b2_b3b4_b5b6_b7b8)

  private static func cause(
    _ action: Command.Action, key: IdempotencyKey = "request-7", name: AccountName? = "ada",
    account: AccountID = place.account, group: GroupMembership? = nil
  ) -> PreparedCommand {
    PreparedCommand(
      restoring: Command(
        tenant: place.tenant, account: name, key: group == nil ? key : nil, action: action),
      key: key, fingerprint: fingerprint, accountID: account, group: group)
  }

  private static func position(_ version: Int64) -> Position {
    Position(account: place.account, stream: place.stream, version: version)
  }

  /// A reserve pins two lots and counts an item.
  static let reserve = JournalRow(
    version: 41, instant: instant, event: .reserve, delta: Figures(held: 5000),
    after: Figures(posted: 120_000, held: 17_000, overdraftLimit: 100), subject: 41,
    draws: [Draw(lot: 3, amount: 2000), Draw(lot: 17, amount: 3000)],
    hold: Hold(
      version: 41, initial: 5000, remaining: 5000, expiresAt: instant.advanced(bySeconds: 1800),
      graceMicroseconds: 60_000_000, floor: .overdraft, onLapse: .chargeReported,
      pins: [Draw(lot: 3, amount: 2000), Draw(lot: 17, amount: 3000)],
      counts: [Position(account: place.account, stream: .usage("image"), version: 9)]),
    cause: cause(
      .reserve(
        Reserve(
          unit: "credits", amount: 5000, graceSeconds: 60,
          counts: [Reserve.Count(item: "image", amount: 2)], onLapse: .chargeReported,
          details: Details(
            description: "a picture", reference: Reference(type: "job", id: "7"),
            metadata: ["model": "large"])))), isAnswer: true)

  /// A settlement in a group closes it, says when it happened and was held to what another charged.
  static let settlement = JournalRow(
    version: 44, instant: instant.advanced(byMicroseconds: 2_345_678), event: .settlement,
    delta: Figures(posted: -4200, held: -5000), after: Figures(posted: 115_800, held: 12_000),
    subject: 41, draws: [Draw(lot: 3, amount: 2000), Draw(lot: 17, amount: 2200)],
    hold: Hold(
      version: 41, initial: 5000, remaining: 0, requested: 4300, settled: 4200,
      settledFromHold: 4200, shortfall: 100, returned: 800, reported: 10,
      expiresAt: instant.advanced(bySeconds: 1800), graceMicroseconds: 0, floor: .balance,
      onLapse: .return, status: .settled, pins: [], counts: []),
    cause: cause(
      .settle(
        Settle(
          reservation: .id(ReservationID(position(41))), amount: 4300, coupled: true,
          details: Details(occurredAt: instant))), key: "group-3#1", name: nil,
      group: GroupMembership(key: "group-3", fingerprint: fingerprint, index: 1, count: 4)),
    isAnswer: true, remark: .coupled(4200, balanceAfter: 115_700))

  /// What came from another account, and repaid debt.
  static let transferIn = JournalRow(
    version: 2, instant: instant, event: .transferIn,
    delta: Figures(posted: 300, debt: -50), after: Figures(posted: 250),
    counterpart: .at(
      Position(account: otherAccount, stream: .balance("credits"), version: 12)),
    draws: [Draw(lot: 2, amount: 50, isRepayment: true)],
    lot: LotRow(
      terms: LotTerms(
        expiresAt: Instant(seconds: 1_900_000_000), effectiveAt: Instant(seconds: 1_700_000_000),
        createdAt: Instant(microseconds: 1_690_000_000_000_001), priority: -3,
        category: .promotional, costBasis: 77), opened: 300),
    cause: cause(
      .transfer(Transfer(unit: "credits", to: "ada", amount: 300)), name: "bob",
      account: otherAccount))

  /// A lapse that came later than it was due.
  static let lapse = JournalRow(
    version: 50, instant: instant, dueAt: instant.advanced(bySeconds: -3), event: .lapse,
    delta: Figures(held: -7), after: Figures(posted: 1, held: 0), subject: 49,
    hold: Hold(
      version: 49, initial: 7, remaining: 0, returned: 7,
      expiresAt: instant.advanced(bySeconds: -3), graceMicroseconds: 0, floor: .overdraft,
      onLapse: .return, status: .expired, pins: [], counts: []), rules: 2)

  /// Usage that was charged.
  static let usage = JournalRow(
    version: 9, instant: instant, event: .usage, delta: .zero, after: .zero,
    counterpart: .at(position(40)),
    usage: UsageRow(delta: 2, lifetimeAfter: 31, hold: nil, overflow: 1, charged: 6),
    cause: cause(.recordUsage(RecordUsage(item: "image", amount: 2)), key: "made-by-the-store"),
    isAnswer: true,
    remark: .usage(
      UsageAnswer(
        recordId: UsageRecordID(
          Position(account: place.account, stream: .usage("image"), version: 9)), allowed: true,
        reason: nil, used: 31, limit: 30, remaining: 0, chargedUnits: 6,
        periodStart: Instant(seconds: 1_799_971_200), periodEnd: Instant(seconds: 1_800_057_600))),
    revision: Revision(definition: 2, override: 1))

  static let all: [(name: String, row: JournalRow, place: StreamPlace)] = [
    ("reserve", reserve, place), ("settlement", settlement, place),
    ("transferIn", transferIn, place), ("lapse", lapse, place), ("usage", usage, meterPlace),
  ]
}
