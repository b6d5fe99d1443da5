import Holdfast
import Testing

@Suite struct KeysAndRetriesSnippets {
  // snippet: ask again
  func submit(_ command: Command, to store: some LedgerStore) async throws -> CommandResult {
    var attempt = 0
    while true {
      do throws(LedgerError) {
        return try await store.submit(command)
      } catch {
        attempt += 1
        let isPassing = [.outcomeUnknown, .overloaded, .unavailable].contains(error.code)
        guard isPassing, attempt < 5 else { throw error }
      }
      try await Task.sleep(for: .milliseconds(50 << attempt))
    }
  }
  // end

  @Test func `a top-up sent twice is credited once`() async throws {
    let store = InMemoryStore()
    // snippet: twice
    let topUp = Command(
      tenant: "acme", account: "ada", key: "payment-8812",
      action: .credit(Credit(unit: "credits", amount: 500, kind: "topup")))
    let first = try await store.submit(topUp)
    let again = try await store.submit(topUp)
    // again.duplicate is true, again.outcome is first.outcome, and there are 500 credits.
    // end
    #expect(!first.duplicate)
    #expect(again.duplicate)
    #expect(again.outcome == first.outcome)
    #expect(again.current.available == 500)
  }

  @Test func `a refusal is thrown by the loop at once`() async throws {
    let debit = Command(
      tenant: "acme", account: "ada", key: "d", action: .debit(Debit(unit: "credits", amount: 1)))
    let error = await #expect(throws: LedgerError.self) {
      try await submit(debit, to: InMemoryStore())
    }
    #expect(error?.code == .insufficientBalance)
  }
}
