import Holdfast
import Testing

@Suite struct LotsSnippets {
  @Test func `credit that expires burns before credit that does not`() async throws {
    let morning = Instant(seconds: 1_775_034_000)
    let noon = morning.advanced(bySeconds: 10_800)
    let store = InMemoryStore(clock: StoreClock(now: { morning }))
    func ada(_ key: IdempotencyKey, _ action: Command.Action) -> Command {
      Command(tenant: "acme", account: "ada", key: key, action: action)
    }
    // snippet: two lots
    _ = try await store.submit(
      ada(
        "grant:pro:2026-04",
        .credit(
          Credit(unit: "credits", amount: 100, expiresAt: noon, category: .promotional))))
    _ = try await store.submit(
      ada("topup-1", .credit(Credit(unit: "credits", amount: 50, kind: "topup"))))
    let lots = try await store.lots(of: "credits", AccountAddress(tenant: "acme", account: "ada"))
    // First the 100 that expire at noon, then the 50 that never do.
    // end
    #expect(lots.map(\.remaining) == [100, 50])
    #expect(lots.map(\.expiresAt) == [noon, nil])
  }
}
