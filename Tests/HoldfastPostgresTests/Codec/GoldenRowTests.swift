import Holdfast
import HoldfastPostgres
import Testing

/// The bytes are those of format 1 as first released. A test that fails here says that rows which are
/// stored somewhere would be read differently: make a new format and keep reading this one.
@Suite("Bytes written down once")
struct GoldenRowTests {
  private static let bodies: [String: String] = [
    "reserve": """
    0155400004e0904ea038f0010206a01f22f02e014b05696d61676520c80109a8a7a6a5a4a3a2a1b8b7b6\
    b5b4b3b2b1042a0000901c780105696d61676504
    """,
    "settlement": """
    01256006d114904ec9b9e0e41ad041c00cc801140206a01f22b02203d041c70102a8a7a6a5a4a3a2a1b8\
    b7b6b5b4b3b2b10767726f75702d33a8a7a6a5a4a3a2a1b8b7b6b5b4b3b2b10104089500c801b7d6bc04
    """,
    "transferIn": """
    01b04101630105646128272625242322213837363534333231001fcfe88ac9d985648098fba71c8088bf\
    aa19059a011da8a7a6a5a4a3a2a1b8b7b6b5b4b3b2b12827262524232221383736353433323103626f62\
    030003616461b009
    """,
    "lapse": """
    0106100a0283000e0a0e04
    """,
    "usage": """
    01816ac2020763726564697473020c00040204fb003e3c000c808c96e91a8098abe91a09a8a7a6a5a4a3\
    a2a1b8b7b6b5b4b3b2b10b000004
    """,
  ]

  @Test("rows are written as the bytes that were written down, and read from them")
  func rows() throws {
    for (name, row, place) in GoldenRows.all {
      let golden = try #require(GoldenRowTests.bodies[name])
      let stored = StoredRow(row, in: place)
      #expect(hex(stored.body) == golden, "\(name)")
      var read = stored
      read.body = bytes(golden)
      #expect(RowComparison(row, try read.row(in: place)).differences == [], "\(name)")
    }
  }

  @Test("what has a column stands there")
  func columns() {
    var reserve = StoredRow(GoldenRows.reserve, in: GoldenRows.place)
    reserve.body = []
    #expect(
      reserve
        == StoredRow(
          version: 41, at: GoldenRows.instant, event: 6, postedDelta: 0, heldDelta: 5000,
          postedAfter: 120_000, heldAfter: 17_000,
          identity: KeyIdentity(command: .reserve, key: "request-7").digest, key: "request-7",
          description: "a picture", referenceType: "job", referenceID: "7",
          metadata: #"{"model":"large"}"#, body: []))
    var usage = StoredRow(GoldenRows.usage, in: GoldenRows.meterPlace)
    usage.body = []
    #expect(
      usage
        == StoredRow(
          version: 9, at: GoldenRows.instant, event: 19, postedDelta: 2, heldDelta: 0,
          postedAfter: 31, heldAfter: 0,
          identity: KeyIdentity(command: .recordUsage, key: "made-by-the-store").digest,
          key: "made-by-the-store", body: []))
    let lapse = StoredRow(GoldenRows.lapse, in: GoldenRows.place)
    #expect(lapse.subject == 49)
    #expect(lapse.key == nil && lapse.identity == nil)
    let transfer = StoredRow(GoldenRows.transferIn, in: GoldenRows.place)
    #expect(transfer.key == "request-7" && transfer.identity == nil)
  }

  @Test("other columns are written as the bytes that were written down")
  func others() throws {
    let hold = try #require(GoldenRows.reserve.hold)
    let lot = Lot(
      version: 3, granted: 5000, remaining: 3000, pinned: 2000,
      terms: LotTerms(
        expiresAt: Instant(seconds: 1_900_000_000), effectiveAt: GoldenRows.instant,
        createdAt: GoldenRows.instant, priority: 0, category: .paid, costBasis: 499),
      isScheduled: false, isVoided: false)
    let record = UsageRecord(
      version: 9, instant: GoldenRows.instant, amount: 2, overflow: 1,
      price: UsagePrice(unit: "credits", amount: 6),
      charge: Position(
        account: GoldenRows.place.account, stream: .balance("credits"), version: 40), hold: nil)
    let day = Window.calendar(CalendarWindow(unit: .day, timeZone: "UTC"))
    let meter = MeterParts(
      counters: [
        UsageCounter(
          limit: UsageLimit(window: day, maximum: 30), start: Instant(seconds: 1_799_971_200),
          end: Instant(seconds: 1_800_057_600), used: 31)
      ], revision: Revision(definition: 2, override: 1))
    let repayments = [Draw(lot: 2, amount: 50, isRepayment: true)]
    let range = FeedRange(
      account: GoldenRows.place.account, stream: 1, first: 300, count: 4)
    #expect(
      hex(hold.body(in: GoldenRows.place))
        == "0104e0904ed5f8e1e7e68be50cf0010206a01f22f02e014b05696d616765")
    #expect(hex(lot.body) == "0100904ef02ea01f12d5e8c4fecb8be50c8098fba71ce607")
    #expect(
      hex(record.body(in: GoldenRows.meterPlace))
        == "0116040207637265646974730c02c2020763726564697473")
    #expect(
      hex(BalanceParts.bytes(lots: [lot], repayments: repayments))
        == "01010300904ef02ea01f12d5e8c4fecb8be50c8098fba71ce607010564")
    #expect(hex(meter.bytes) == "0101040201030102035554433c808c96e91a8098abe91a3e")
    #expect(hex(FeedRange.bytes([range])) == "01010208070605040302011817161514131211ac0204")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
  }
}
