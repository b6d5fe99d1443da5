import Holdfast
import Testing

@Suite struct ReadmeSnippets {
  @Test func `the first example leaves 460 of 500`() async throws {
    // snippet: first example
    let store = InMemoryStore()
    let ada = { (key: IdempotencyKey, action: Command.Action) in
      Command(tenant: "acme/production", account: "ada", key: key, action: action)
    }
    _ = try await store.submit(ada("topup-1", .credit(Credit(unit: "credits", amount: 500))))
    _ = try await store.submit(ada("req-42", .reserve(Reserve(unit: "credits", amount: 75))))
    let settle = Settle(reservation: .key("req-42"), amount: 40)
    let settled = try await store.submit(ada("req-42", .settle(settle)))  // 460 are available
    // end
    #expect(settled.current.available == 460)
  }
}
