import Holdfast
import Testing

@Suite struct UsageLimitsSnippets {
  @Test func `the answer shows the limit with least remaining`() async throws {
    let store = InMemoryStore(clock: StoreClock(now: { Instant(seconds: 1_775_034_000) }))
    let signedUp = Instant(seconds: 1_772_000_000)
    var shown: [(Bool, Amount?)] = []
    func show(_ allowed: Bool, _ remaining: Amount?) { shown.append((allowed, remaining)) }
    // snippet: an item with two limits
    try await store.define(
      UsageItemDefinition(
        item: "image",
        limits: [
          UsageLimit(window: .calendar(CalendarWindow(unit: .day, timeZone: "UTC")), maximum: 20),
          UsageLimit(
            window: .billingPeriod(anchor: signedUp, months: 1, timeZone: "Europe/Paris"),
            maximum: 300),
        ],
        overage: .charge(UsagePrice(unit: "credits", amount: 3, cap: 50))),
      in: "acme")
    let result = try await store.submit(
      Command(
        tenant: "acme", account: "ada", key: "img-1",
        action: .recordUsage(RecordUsage(item: "image"))))
    if case .recordUsage(let answer) = result.outcome {
      show(answer.allowed, answer.remaining)  // true, and 19: of the day, which has least remaining
    }
    // end
    #expect(shown.map(\.0) == [true])
    #expect(shown.map(\.1) == [19])
  }
}
