import Holdfast
import HoldfastTesting
import Testing

@Suite struct RegionsSnippets {
  @Test func `credit moves between two ledgers by two commands that may be repeated`() async throws
  {
    let losing = FaultyStore(InMemoryStore())
    // snippet: two ledgers
    let europe = Ledger(store: InMemoryStore(), tenant: "acme/eu")
    let america = Ledger(store: losing, tenant: "acme/us")
    // end
    let creditsInEurope = europe.account("ada")["credits"]
    try await creditsInEurope.credit(500, key: "topup-1")
    // snippet: moving credit
    func move(_ amount: Amount, of customer: AccountName, key: IdempotencyKey) async throws {
      let (from, to) = (europe.account(customer)["credits"], america.account(customer)["credits"])
      try await from.debit(amount, key: key, kind: "relocation")
      try await to.credit(amount, key: key, kind: "relocation")
    }
    // end
    losing.script([.loseReply], for: .credit)
    let error = await #expect(throws: LedgerError.self) {
      try await move(200, of: "ada", key: "move-1")
    }
    #expect(error?.code == .outcomeUnknown)
    try await move(200, of: "ada", key: "move-1")
    #expect(try await creditsInEurope.available() == 300)
    #expect(try await america.account("ada")["credits"].available() == 200)
  }

  @Test func `the reserve decides, and its answer has the figures of that moment`() async throws {
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production")
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(60, key: "topup-1")
    var shown: Amount?
    func show(_ amount: Amount?) { shown = amount }
    // snippet: let the reserve decide
    let held = try await credits.reserve(75, key: "req-42", minimum: 10)
    show(held.available)  // 0: all 60 are held
    // end
    #expect(held.amount == 60)
    #expect(shown == 0)
  }

  @Test func `a request has one deadline for all its calls`() async throws {
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production", timeout: .seconds(10))
    try await ledger.account("ada")["credits"].credit(60, key: "topup-1")
    // snippet: a deadline
    let hurried = ledger.within(.seconds(2))
    let figures = try await hurried.account("ada")["credits"].figures()
    // end
    #expect(figures.available == 60)
  }
}
