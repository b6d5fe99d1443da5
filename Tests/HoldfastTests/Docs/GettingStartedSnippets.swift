internal import Foundation
import Holdfast
import Testing

@Suite struct GettingStartedSnippets {
  /// What the page calls a model.
  struct ImageModel {
    func makeImage(_ prompt: String) async throws -> (pixels: String, cost: Int) {
      (prompt, 40)
    }
  }

  @Test func `a metered image leaves 460 of 500`() async throws {
    let model = ImageModel()
    // snippet: start
    let store = InMemoryStore()
    let ledger = Ledger(store: store, tenant: "acme/production")
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(500, key: "payment-8812", kind: "topup")
    // end

    // snippet: metered image
    let metered = try await credits.withReservation(75, key: "req-42") { hold in
      let image = try await model.makeImage("a lighthouse at dawn")
      hold.report(Amount(image.cost))
      return image.pixels
    }
    // metered.value is the image. It cost 40 of the 75 that were held.
    // end
    #expect(metered.value == "a lighthouse at dawn")
    #expect(metered.settlement.operationSettledAmount == 40)

    // snippet: reading
    let figures = try await credits.figures()  // posted 460, held 0, available 460
    let history = try await credits.entries()  // the settlement of −40, then the topup of +500
    // end
    #expect(figures.posted == 460 && figures.held == 0 && figures.available == 460)
    #expect(history.entries.map(\.delta) == [-40, 500])

    var answers: [(Amount?, Amount?)] = []
    func answerPaymentRequired(_ needed: Amount?, _ available: Amount?) {
      answers.append((needed, available))
    }
    // snippet: a refusal
    do throws(LedgerError) {
      try await credits.debit(1000, key: "order-7")
    } catch {
      guard error.code == .insufficientBalance else { throw error }
      answerPaymentRequired(error.required, error.available)  // 1000 and 460
    }
    // end
    #expect(answers.map(\.0) == [1000])
    #expect(answers.map(\.1) == [460])

    // snippet: two processes
    // In the process that takes the job:
    let held = try await credits.reserve(75, key: "job-7", expiresIn: .seconds(3600))
    let message = try JSONEncoder().encode(held.outcome)

    // In the one that has done it:
    let job = try JSONDecoder().decode(HeldReservation.self, from: message)
    let settled = try await ledger.reservation(job).settle(60, key: job.key)  // 400 are available
    // end
    #expect(settled.available == 400)
  }
}
