import Holdfast
import Testing

@Suite struct ErrorsSnippets {
  @Test func `a refusal carries what is needed to answer it`() async throws {
    let store = InMemoryStore()
    _ = try await store.submit(
      Command(
        tenant: "acme", account: "ada", key: "c",
        action: .credit(Credit(unit: "credits", amount: 20))))
    let reserve = Command(
      tenant: "acme", account: "ada", key: "r",
      action: .reserve(Reserve(unit: "credits", amount: 75)))
    var answers: [[Amount?]] = []
    func answer(_ status: Amount, needed: Amount?, available: Amount?) {
      answers.append([status, needed, available])
    }
    func answer(_ status: Amount, until: Instant?) { answers.append([status]) }
    // snippet: answering a refusal
    do throws(LedgerError) {
      _ = try await store.submit(reserve)
    } catch {
      switch error.code {
      case .insufficientBalance: answer(402, needed: error.required, available: error.available)
      case .limitExceeded: answer(429, until: error.resetsAt)
      default: throw error
      }
    }
    // end
    #expect(answers == [[402, 75, 20]])
  }
}
