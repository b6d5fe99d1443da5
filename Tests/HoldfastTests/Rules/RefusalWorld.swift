@testable import Holdfast

/// A store with at most two open reservations per account, and a clock to set.
struct RefusalWorld: Sendable {
  let clock = TestClock()
  let store: InMemoryStore

  init() {
    store = InMemoryStore(clock: clock.storeClock, maximumOpenReservations: 2)
  }

  func command(
    _ account: AccountName?, _ key: IdempotencyKey, _ action: Command.Action
  ) -> Command {
    Command(tenant: "acme", account: account, key: key, action: action)
  }

  @discardableResult
  func submit(
    _ account: AccountName?, _ key: IdempotencyKey, _ action: Command.Action
  ) async throws -> CommandResult.Outcome {
    try await store.submit(command(account, key, action)).outcome
  }

  @discardableResult
  func credit(
    _ amount: Amount, to account: AccountName, _ key: IdempotencyKey = "credit"
  ) async throws -> EntryID {
    let action = Command.Action.credit(Credit(unit: "credits", amount: amount))
    guard case .credit(let result) = try await submit(account, key, action) else {
      throw UnexpectedAnswer()
    }
    return result.entryId
  }

  /// A hold that names no account in what is done to it.
  @discardableResult
  func reserve(
    _ amount: Amount, on account: AccountName, _ key: IdempotencyKey = "reserve",
    counting item: ItemName? = nil
  ) async throws -> ReservationReference {
    let counts = item.map { [Reserve.Count(item: $0, amount: 1)] } ?? []
    let reserve = Reserve(unit: "credits", amount: amount, expiresInSeconds: 60, counts: counts)
    guard case .reservation(let result) = try await submit(account, key, .reserve(reserve)) else {
      throw UnexpectedAnswer()
    }
    return .id(result.reservationId)
  }

  func define(
    _ item: ItemName, maximum: Amount, overage: UsageOverage = .block,
    measures: UsageLimit.Measure = .count
  ) async throws {
    let limit = UsageLimit(window: .lifetime, maximum: maximum, measures: measures)
    try await store.define(
      UsageItemDefinition(item: item, limits: [limit], overage: overage), in: "acme")
  }

  /// The code of the refusal; `nil` when the command was applied.
  func code(of command: Command) async -> LedgerError.Code? {
    do throws(LedgerError) {
      let result = try await store.submit(command)
      if case .recordUsage(let answer) = result.outcome { return answer.reason }
      return nil
    } catch {
      return error.code
    }
  }

  private struct UnexpectedAnswer: Error {}
}
