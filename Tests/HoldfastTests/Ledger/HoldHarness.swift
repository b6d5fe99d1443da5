import Holdfast
import HoldfastTesting
import Testing

/// What a model throws.
struct ModelError: Error {}

/// Runs a body under a hold of 75 that should fail, in a task of its own, and gives the failure.
func failedRun(
  of fixture: LedgerFixture, _ body: @escaping @Sendable (MeteredHold) async throws -> Void
) async -> ReservationFailure<any Error>? {
  await startRun(of: fixture, body).value
}

func startRun(
  of fixture: LedgerFixture, _ body: @escaping @Sendable (MeteredHold) async throws -> Void
) -> Task<ReservationFailure<any Error>?, Never> {
  Task {
    do throws(ReservationFailure<any Error>) {
      try await fixture.credits.withReservation(75, key: "req-42", body)
      Issue.record("it did not fail")
      return nil
    } catch {
      return error
    }
  }
}

func cancelThisTask() {
  withUnsafeCurrentTask { $0?.cancel() }
}

extension LedgerFixture {
  /// The reservation of the run, as the store has it.
  func run() async throws -> Reservation {
    try await inner.reservation(.key("req-42"), in: ledger.tenant, account: "ada")
  }

  /// The settlements of ada's credits, newest first.
  func settlements() async throws -> [Amount] {
    let page = try await inner.ledger(
      of: "credits", AccountAddress(tenant: ledger.tenant, account: "ada"),
      .cursor(nil, limit: 100))
    return page.entries.filter { $0.kind == .settlement }.map { -$0.delta }
  }
}
