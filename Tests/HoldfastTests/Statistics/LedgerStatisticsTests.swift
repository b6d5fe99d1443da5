import Holdfast
import HoldfastTesting
import Testing

@Suite struct LedgerStatisticsTests {
  private let clock = SimulatedClock()
  private let ledger: Ledger

  init() {
    ledger = Ledger(
      store: InMemoryStore(clock: clock.storeClock), tenant: "acme", clock: clock)
  }

  private var day: StatisticsPeriod {
    StatisticsPeriod(
      from: SimulatedClock.start, to: SimulatedClock.start.advanced(bySeconds: 86_400), by: .hour)
  }

  @Test func `the accounts that consumed most come first, of equals the first by name`()
    async throws
  {
    for (name, amount) in [("cyd", 5), ("bob", 9), ("ada", 5), ("dee", 1), ("eve", 0)] {
      let credits = ledger.account(AccountName(name))["credits"]
      try await credits.credit(100, key: "c")
      if amount > 0 { try await credits.debit(Amount(amount), key: "d") }
    }
    let (from, to) = (day.from, day.to)
    let top = try await ledger.topAccounts(of: "credits", from: from, to: to, count: 3)
    #expect(top.accounts.map(\.account) == ["bob", "ada", "cyd"])
    #expect(top.accounts.map(\.figures.consumed) == [9, 5, 5])
    #expect(top.rest == 1)
    #expect(top.total == 20)
    let all = try await ledger.topAccounts(of: "credits", from: from, to: to)
    #expect(all.accounts.map(\.account) == ["bob", "ada", "cyd", "dee"])
    #expect(all.rest == 0)
    await #expect(throws: LedgerError.self) {
      try await ledger.topAccounts(of: "credits", from: from, to: to, count: 0)
    }
  }

  @Test func `a burn rate is over the last days, net of reversals, overdraft included`()
    async throws
  {
    let ada = ledger.account("ada")
    let credits = ada["credits"]
    try await credits.credit(1000, key: "c")
    try await credits.debit(500, key: "old")
    clock.advance(bySeconds: 3 * 86_400)
    let debit = try await credits.debit(60, key: "d")
    try await ada.reverse(debit.entryId, amount: 20, key: "r")
    let rate = try await credits.burnRate(overDays: 2)
    #expect(rate.consumed == 40)
    #expect(rate.perDay == 20)
    #expect(rate.available == 460)
    #expect(rate.daysLeft == 23)
    #expect(rate.readAt == clock.now)
    #expect(rate.exhaustedAt == clock.now.advanced(bySeconds: 23 * 86_400))
    try await ledger.administration.setOverdraftLimit(40, of: credits, key: "o")
    #expect(try await credits.burnRate(overDays: 2).daysLeft == 25)
    #expect(try await credits.burnRate(overDays: 4).consumed == 540)
  }

  @Test func `a balance that nobody uses is never exhausted, an empty one is now`() async throws {
    let credits = ledger.account("ada")["credits"]
    let empty = try await credits.burnRate()
    #expect(empty.daysLeft == 0)
    #expect(empty.exhaustedAt == clock.now)
    try await credits.credit(5, key: "c")
    let idle = try await credits.burnRate()
    #expect(idle.daysLeft == nil)
    #expect(idle.exhaustedAt == nil)
    #expect(idle.exhaustionDay == nil)
    try await credits.credit(.maximum - 5, key: "c2")
    try await credits.debit(1, key: "d")
    #expect(try await credits.burnRate(overDays: 3660).exhaustedAt == nil)
    for days in [0, 3661] {
      await #expect(throws: LedgerError.self) { try await credits.burnRate(overDays: days) }
    }
    await #expect(throws: LedgerError.self) {
      try await credits.burnRate(timeZone: "Mars/Olympus")
    }
  }

  @Test func `a handle asks about its own account and unit`() async throws {
    let ada = ledger.account("ada")
    try await ada["credits"].credit(10, key: "c", expiresAt: day.to.advanced(bySeconds: -1))
    try await ledger.account("bob")["credits"].credit(7, key: "c")
    try await ada["tokens"].credit(3, key: "t")
    try await ada["credits"].reserve(4, key: "r", expiresIn: .seconds(60))
    #expect(try await ada["credits"].consumption(day).totals.granted == 10)
    #expect(try await ada["credits"].expiringCredits(day, by: .category).totals.pinnedAmount == 4)
    #expect(try await ada["credits"].heldPeaks(day).highest?.amount == 4)
    #expect(try await ada["credits"].breakage(day).totals.grantedAmount == 10)
    #expect(try await ada["tokens"].heldPeaks(day).highest?.amount == 0)
    #expect(try await ada.usageStatistics(day).totals.eventCount == 0)
    clock.advance(bySeconds: 60)
    let ended = try await ada["credits"].reservationStatistics(day, by: .account)
    #expect(ended.totals.expiredUnsettledAmount == 4)
    #expect(ended.totals.settledShare == 0)
  }
}
