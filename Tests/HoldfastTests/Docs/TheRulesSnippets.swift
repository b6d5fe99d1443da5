import Holdfast
import Testing

@Suite struct TheRulesSnippets {
  @Test func `what is held and not used comes back, and a group holds on both or on none`()
    async throws
  {
    // snippet: reserve and settle
    let store = InMemoryStore()
    func ada(_ key: IdempotencyKey, _ action: Command.Action) -> Command {
      Command(tenant: "acme/production", account: "ada", key: key, action: action)
    }

    _ = try await store.submit(ada("topup-1", .credit(Credit(unit: "credits", amount: 500))))
    _ = try await store.submit(ada("req-42", .reserve(Reserve(unit: "credits", amount: 75))))
    let settled = try await store.submit(
      ada("req-42", .settle(Settle(reservation: .key("req-42"), amount: 40))))
    // settled.current.available is 460
    // end
    #expect(settled.current.available == 460)

    _ = try await store.submit(
      Command(
        tenant: "acme/production", account: "team-7", key: "topup-2",
        action: .credit(Credit(unit: "credits", amount: 100))))
    // snippet: group
    let held = try await store.submit(
      Group(
        tenant: "acme/production", key: "req-43",
        commands: [
          Command(
            tenant: "acme/production", account: "ada",
            action: .reserve(Reserve(unit: "credits", amount: 75))),
          Command(
            tenant: "acme/production", account: "team-7",
            action: .reserve(Reserve(unit: "credits", amount: 75))),
        ]))
    // One hold on the user and one on the team, or none.
    // end
    #expect(held.map(\.current.available) == [385, 25])
  }
}
