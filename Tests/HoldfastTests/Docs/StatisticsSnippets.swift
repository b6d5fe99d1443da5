import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct StatisticsSnippets {
  @Test func `questions are asked of a ledger and of its handles`() async throws {
    let clock = SimulatedClock()
    let midnight = clock.now
    let nextMidnight = midnight.advanced(bySeconds: 86_400)
    let ledger = Ledger(
      store: InMemoryStore(clock: clock.storeClock), tenant: "acme/production", clock: clock)
    try await ledger.account("ada")["credits"].credit(500, key: "topup-1")
    try await ledger.account("ada")["credits"].debit(70, key: "chat-1")
    var reported: [StatisticsKey: Int64] = [:]
    func report(_ key: StatisticsKey, _ amount: Int64) { reported[key] = amount }
    // snippet: statistics
    let day = StatisticsPeriod(
      from: midnight, to: nextMidnight, by: .hour, timeZone: "Europe/Paris")
    let byItem = try await ledger.consumption(
      ConsumptionQuery(unit: "credits", period: day, grouping: .item, top: 5))
    for group in byItem.groups {
      report(group.key, group.totals.consumed)
    }
    // Buckets, groups and totals add up to the same.
    let total = byItem.totals.consumed
    // end
    #expect(reported == [.none: 70])
    #expect(total == 70)
    // snippet: statistics of a balance
    let credits = ledger.account("ada")["credits"]
    let hours = try await credits.consumption(day).buckets
    let rate = try await credits.burnRate(overDays: 7, timeZone: "Europe/Paris")
    // rate.perDay, rate.daysLeft, and rate.exhaustionDay, if it goes on like that
    // end
    #expect(hours.count == 24)
    #expect(rate.perDay == 10)
    #expect(rate.daysLeft == 43)
    #expect(rate.exhaustedAt == midnight.advanced(bySeconds: 43 * 86_400))
    #expect(rate.exhaustionDay == midnight.advanced(bySeconds: 43 * 86_400 - 3600))
  }
}
