import Testing

@testable import Holdfast

@Suite struct FirstStepsTests {
  @Test func `a hold is settled and the rest comes back`() async throws {
    let store = InMemoryStore(clock: StoreClock(now: { Instant(seconds: 1_767_225_600) }))
    func command(_ key: String, _ action: Command.Action) -> Command {
      Command(tenant: "acme", account: "ada", key: IdempotencyKey(key), action: action)
    }
    _ = try await store.submit(command("c", .credit(Credit(unit: "credits", amount: 500))))
    let reserved = try await store.submit(
      command("r", .reserve(Reserve(unit: "credits", amount: 75))))
    guard case .reservation(let hold) = reserved.outcome else {
      Issue.record("a reserve answers a reservation")
      return
    }
    #expect(hold.amount == 75)
    #expect(reserved.current.available == 425)
    let settled = try await store.submit(
      command("s", .settle(Settle(reservation: .id(hold.reservationId), amount: 40))))
    #expect(settled.current.available == 460)
    let again = try await store.submit(
      command("s", .settle(Settle(reservation: .id(hold.reservationId), amount: 40))))
    #expect(again.duplicate)
    #expect(again.outcome == settled.outcome)
    let balance = try await store.balance(
      of: "credits", AccountAddress(tenant: "acme", account: "ada"))
    #expect(balance.posted == 460)
    #expect(balance.held == 0)
  }
}
