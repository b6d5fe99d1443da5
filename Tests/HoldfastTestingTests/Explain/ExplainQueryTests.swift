import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct ExplainQueryTests {
  private static let ada = AccountAddress(tenant: "acme", account: "ada")
  private let clock = SimulatedClock()

  private func store() async throws -> InMemoryStore {
    let store = InMemoryStore(clock: clock.storeClock)
    for account: AccountName in ["ada", "bob"] {
      _ = try await store.submit(
        Command(
          tenant: "acme", account: account, key: "topup-1",
          action: .credit(Credit(unit: "credits", amount: 10))))
    }
    return store
  }

  @Test(arguments: [
    (ExplainQuery(account: AccountAddress(tenant: "", account: "ada")), "tenant"),
    (ExplainQuery(account: AccountAddress(tenant: "acme", account: "")), "account"),
    (ExplainQuery(account: ada, unit: ""), "unit"),
    (ExplainQuery(account: ada, limit: 0), "limit"),
    (ExplainQuery(account: ada, limit: 10_001), "limit"),
    (ExplainQuery(account: ada, subject: .last(seconds: 0)), "last"),
    (ExplainQuery(account: ada, subject: .last(seconds: 3_155_760_001)), "last"),
    (ExplainQuery(account: ada, subject: .key("")), "key"),
    (
      ExplainQuery(account: ada, subject: .asOf(SimulatedClock.start.advanced(bySeconds: 1))),
      "asOf"
    ),
    (
      ExplainQuery(account: ada, subject: .since(SimulatedClock.start.advanced(bySeconds: 1))),
      "since"
    ),
    (
      ExplainQuery(account: ada, subject: .asOf(Instant.latest.advanced(byMicroseconds: 1))), "asOf"
    ),
    (
      ExplainQuery(account: ada, subject: .since(Instant.earliest.advanced(byMicroseconds: -1))),
      "since"
    ),
  ])
  func `a question that makes no sense names the field`(
    query: ExplainQuery, field: String
  ) async throws {
    let store = try await store()
    let error = await #expect(throws: LedgerError.self) { try await store.explain(query) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.field == field)
  }

  @Test func `an account that does not exist has no balances, and a unit of it is zero`()
    async throws
  {
    let store = try await store()
    let nobody = AccountAddress(tenant: "acme", account: "nobody")
    for subject in [ExplainQuery.Subject.balance, .last(seconds: 60), .asOf(SimulatedClock.start)] {
      let all = try await store.explain(ExplainQuery(account: nobody, subject: subject))
      #expect(all.balances == [])
      let one = try await store.explain(
        ExplainQuery(account: nobody, unit: "credits", subject: subject))
      #expect(one.balances.map(\.closing.posted) == [0])
      #expect(one.balances.first?.steps == [])
    }
  }

  @Test func `what belongs to another account, tenant or unit is not found`() async throws {
    let store = try await store()
    let mine = try await store.explain(ExplainQuery(account: ExplainQueryTests.ada))
    let entry = try #require(mine.balances.first?.steps.first?.entryId)
    let others = [
      ExplainQuery(
        account: AccountAddress(tenant: "acme", account: "bob"), subject: .entry(entry)),
      ExplainQuery(
        account: AccountAddress(tenant: "other", account: "ada"), subject: .entry(entry)),
      ExplainQuery(account: ExplainQueryTests.ada, unit: "tokens", subject: .entry(entry)),
      ExplainQuery(account: ExplainQueryTests.ada, subject: .entry(EntryID("ent_x"))),
      ExplainQuery(account: ExplainQueryTests.ada, unit: "tokens", subject: .key("topup-1")),
    ]
    for query in others {
      let error = await #expect(throws: LedgerError.self) { try await store.explain(query) }
      #expect(error?.code == .entryNotFound)
    }
    let own = ExplainQuery(account: ExplainQueryTests.ada, subject: .entry(entry))
    #expect(try await store.explain(own).entries.map(\.step.postedDelta) == [10])
    // A credit opened no reservation.
    let hold = ReservationID(try #require(entry.position))
    let error = await #expect(throws: LedgerError.self) {
      try await store.explain(
        ExplainQuery(account: ExplainQueryTests.ada, subject: .reservation(hold)))
    }
    #expect(error?.code == .reservationNotFound)
  }

  @Test func `a span takes in its first microsecond and leaves out the one before`()
    async throws
  {
    let store = try await store()
    let at = try await store.explain(
      ExplainQuery(account: ExplainQueryTests.ada, subject: .since(SimulatedClock.start)))
    #expect(at.balances.map(\.opening.posted) == [0])
    #expect(at.balances.map(\.steps.count) == [1])
    clock.advance(bySeconds: 1)
    let after = try await store.explain(
      ExplainQuery(
        account: ExplainQueryTests.ada,
        subject: .since(SimulatedClock.start.advanced(byMicroseconds: 1))))
    #expect(after.balances.map(\.opening.posted) == [10])
    #expect(after.balances.map(\.steps.count) == [0])
  }

  @Test func `the limit keeps the latest steps and the sums of all`() async throws {
    let store = try await store()
    for index in 1...5 {
      _ = try await store.submit(
        Command(
          tenant: "acme", account: "ada", key: IdempotencyKey("fee-\(index)"),
          action: .debit(Debit(unit: "credits", amount: 1))))
    }
    let explanation = try await store.explain(
      ExplainQuery(account: ExplainQueryTests.ada, limit: 2))
    let view = try #require(explanation.balances.first)
    #expect(view.steps.map(\.version) == [5, 6])
    #expect(view.earlierSteps == 4)
    #expect(view.posted.map(\.amount) == [10, -5])
  }
}
