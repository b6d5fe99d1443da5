import Foundation
import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LedgerTests {
  @Test func `five lines credit, hold and charge`() async throws {
    let store = InMemoryStore(clock: SimulatedClock().storeClock)
    let ledger = Ledger(store: store, tenant: "acme/production")
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(500, key: "topup-1")
    try await credits.withReservation(75, key: "req-42") { hold in hold.report(40) }
    let figures = try await credits.figures()
    #expect(figures.posted == 460)
    #expect(figures.held == 0)
  }

  @Test func `an answer gives the result, whether it is a duplicate, and what is available`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let first = try await fixture.credits.debit(20, key: "d")
    #expect(first.settledAmount == 20)
    #expect(!first.duplicate)
    #expect(first.available == 480)
    try await fixture.credits.debit(30, key: "e")
    let again = try await fixture.credits.debit(20, key: "d")
    #expect(again.duplicate)
    #expect(again.outcome == first.outcome)
    #expect(again.available == 450)
  }

  @Test func `a reservation is settled by a process that got it as JSON`() async throws {
    let fixture = try await LedgerFixture()
    let held = try await fixture.credits.reserve(75, key: "job-7")
    let message = try JSONEncoder().encode(held.outcome)
    let received = try JSONDecoder().decode(HeldReservation.self, from: message)
    #expect(received == held.outcome)
    let other = Ledger(store: fixture.inner, tenant: "acme/production")
    let settled = try await other.reservation(received).settle(40, key: received.key)
    #expect(settled.status == .settled)
    #expect(try await fixture.figures().posted == 460)
  }

  @Test func `settle is final by default, and leaves the hold open when told`() async throws {
    let fixture = try await LedgerFixture()
    let held = try await fixture.credits.reserve(75, key: "job-7")
    let part = try await fixture.ada.reservation(held.id).settle(20, final: false, key: "s1")
    #expect(part.status == .open)
    #expect(part.remainingReserved == 55)
    let end = try await fixture.ada.reservation(key: "job-7").settle(20, key: "s2")
    #expect(end.status == .settled)
    #expect(try await fixture.ledger.reservation(key: "job-7").current().settledAmount == 40)
  }

  @Test func `a reservation grows, is extended, reported and released by its handle`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let held = try await fixture.credits.reserve(75, key: "job-7", expiresIn: .seconds(60))
    let reservation = fixture.ledger.reservation(held.id)
    #expect(try await reservation.increase(by: 25, key: "i").amount == 100)
    let from = SimulatedClock.start
    #expect(
      try await reservation.extend(toLast: .seconds(90), key: "x").expiresAt
        == from.advanced(bySeconds: 90))
    #expect(
      try await reservation.extend(by: .seconds(10), key: "y").expiresAt
        == from.advanced(bySeconds: 100))
    #expect(try await reservation.report(used: 30, key: "p").used == 30)
    #expect(try await fixture.credits.openReservations().map(\.reservationId) == [held.id])
    let released = try await reservation.release(reason: "no longer needed", key: "r")
    #expect(released.releasedAmount == 100)
    #expect(try await !reservation.release(key: "r2").released)
  }

  @Test func `another account's ids are not found by an account's handle`() async throws {
    let fixture = try await LedgerFixture()
    let bob = fixture.ledger.account("bob")
    try await bob["credits"].credit(10, key: "c")
    let held = try await fixture.credits.reserve(75, key: "job-7")
    await expect(.reservationNotFound) { () async throws(LedgerError) in
      try await bob.reservation(held.id).settle(1, key: "s")
    }
    let debit = try await fixture.credits.debit(5, key: "d")
    await expect(.entryNotFound) { () async throws(LedgerError) in
      try await bob.reverse(debit.entryId, key: "r")
    }
    #expect(try await fixture.ada.reverse(debit.entryId, key: "r").reversedAmount == 5)
  }

  @Test func `credit moves, comes back and is listed`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.transfer(100, to: "bob", key: "t")
    let bob = fixture.ledger.account("bob")["credits"]
    #expect(try await bob.available() == 100)
    #expect(try await bob.lots().map(\.remaining) == [100])
    #expect(try await bob.entries().entries.map(\.kind) == [.transfer])
    fixture.clock.advance(bySeconds: 60)
    try await bob.debit(100, key: "d")
    #expect(try await bob.figures(asOf: SimulatedClock.start).posted == 100)
    #expect(try await bob.figures().posted == 0)
    #expect(try await fixture.ada.balances().map(\.posted) == [400])
  }

  @Test func `usage is counted, refused as an answer, and taken back`() async throws {
    let fixture = try await LedgerFixture()
    let item = UsageItemDefinition(
      item: "image", limits: [UsageLimit(window: .lifetime, maximum: 2)], overage: .block)
    try await fixture.ledger.administration.define(item)
    let record = try await fixture.ada.recordUsage(of: "image", 2, key: "u1")
    #expect(record.allowed)
    let refused = try await fixture.ada.recordUsage(of: "image", key: "u2")
    #expect(refused.reason == .limitExceeded)
    let id = try #require(record.recordId)
    #expect(try await fixture.ada.reverseUsage(id, amount: 1, key: "v").used == 1)
    #expect(try await fixture.ada.usage(of: "image").remaining == 1)
    #expect(try await fixture.ada.usage().count == 1)
    await expect(.usageItemNotFound) { () async throws(LedgerError) in
      try await fixture.ada.usage(of: "video")
    }
  }

  @Test func `administration sets overdrafts and lot terms`() async throws {
    let fixture = try await LedgerFixture()
    let administration = fixture.ledger.administration
    try await administration.setOverdraftLimit(50, of: fixture.credits, key: "o")
    #expect(try await fixture.credits.available() == 550)
    let lot = try await fixture.credits.credit(10, key: "c")
    try await administration.updateLot(lot.lotId, priority: -1, key: "u")
    #expect(try await fixture.credits.lots().first?.lotId == lot.lotId)
    #expect(try await administration.voidLot(lot.lotId, key: "v").voidedAmount == 10)
    try await administration.define(UnitDefinition(unit: "credits", name: "Credits"))
    fixture.clock.advance(bySeconds: 10)
    #expect(try await administration.sweep().expiredLots == 0)
  }

  @Test func `an account has limits of its own until they are put back`() async throws {
    let fixture = try await LedgerFixture()
    let administration = fixture.ledger.administration
    try await administration.define(
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: .lifetime, maximum: 2)], overage: .block))
    try await administration.overrideLimits(
      [UsageLimit(window: .lifetime, maximum: 9)], of: "image", for: fixture.ada)
    #expect(try await fixture.ada.usage(of: "image").limit == 9)
    try await administration.overrideLimits(nil, of: "image", for: fixture.ada)
    #expect(try await fixture.ada.usage(of: "image").limit == 2)
  }

  @Test func `the feed's pages show every change once`() async throws {
    let fixture = try await LedgerFixture()
    for index in 1...5 { try await fixture.credits.debit(1, key: IdempotencyKey("d\(index)")) }
    var versions: [Int64] = []
    var cursor: String?
    for try await page in fixture.ledger.changePages(limit: 2) {
      versions += page.changes.map(\.version)
      cursor = page.cursor
    }
    #expect(versions == [1, 2, 3, 4, 5, 6])
    try await fixture.credits.debit(1, key: "d6")
    let news = try await fixture.ledger.changes(after: cursor)
    #expect(news.changes.map(\.version) == [7])
  }
}
