import Holdfast
import HoldfastTesting
import Testing

@Suite struct TimeSnippets {
  @Test func `a balance can be read as of a past instant`() async throws {
    // snippet: a simulated clock
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    clock.advance(bySeconds: 1800)
    // end
    let nineOClock = clock.now
    func ada(_ key: IdempotencyKey, _ amount: Amount) -> Command {
      Command(
        tenant: "acme", account: "ada", key: key,
        action: .credit(Credit(unit: "credits", amount: amount)))
    }
    _ = try await store.submit(ada("1", 500))
    clock.advance(bySeconds: 60)
    _ = try await store.submit(ada("2", 100))
    // snippet: as of
    let past = try await store.balance(
      of: "credits", AccountAddress(tenant: "acme", account: "ada"), asOf: nineOClock)
    // What it was at 09:00: transitions at that instant included, the limit as it was then.
    // end
    #expect(past.posted == 500)
  }
}
