internal import Holdfast

/// Short forms of the commands that most cases need.
extension ConformanceWorld {
  @discardableResult
  func credit(
    _ amount: Amount, to account: AccountName, _ key: IdempotencyKey = "credit",
    expiresIn seconds: Int64? = nil, unit: UnitName = "credits"
  ) async throws -> CreditResult {
    let credit = Credit(
      unit: unit, amount: amount, expiresAt: seconds.map { clock.now.advanced(bySeconds: $0) })
    let result = try await submit(account, key, .credit(credit))
    guard case .credit(let answer) = result.outcome else { throw wrongAnswer(result) }
    return answer
  }

  @discardableResult
  func debit(
    _ amount: Amount, from account: AccountName, _ key: IdempotencyKey = "debit"
  ) async throws -> DebitResult {
    let result = try await submit(account, key, .debit(Debit(unit: "credits", amount: amount)))
    guard case .debit(let answer) = result.outcome else { throw wrongAnswer(result) }
    return answer
  }

  @discardableResult
  func reserve(
    _ amount: Amount, on account: AccountName, _ key: IdempotencyKey = "reserve",
    expiresIn seconds: Int = 1800, grace: Int = 0
  ) async throws -> ReservationID {
    let reserve = Reserve(
      unit: "credits", amount: amount, expiresInSeconds: seconds, graceSeconds: grace)
    let result = try await submit(account, key, .reserve(reserve))
    guard case .reservation(let answer) = result.outcome else { throw wrongAnswer(result) }
    return answer.reservationId
  }

  @discardableResult
  func settle(
    _ reservation: ReservationID, _ amount: Amount, _ key: IdempotencyKey = "settle",
    final: Bool = true
  ) async throws -> SettleResult {
    let settle = Settle(reservation: .id(reservation), amount: amount, final: final)
    let result = try await submit(nil, key, .settle(settle))
    guard case .settle(let answer) = result.outcome else { throw wrongAnswer(result) }
    return answer
  }

  @discardableResult
  func recordUsage(
    _ amount: Amount, of item: ItemName = "image", by account: AccountName,
    _ key: IdempotencyKey? = "usage"
  ) async throws -> UsageAnswer {
    let usage = RecordUsage(item: item, amount: amount)
    let result = try await submit(account, key, .recordUsage(usage))
    guard case .recordUsage(let answer) = result.outcome else { throw wrongAnswer(result) }
    return answer
  }

  /// Defines an item with one limit for all time.
  func define(
    _ item: ItemName = "image", maximum: Amount, overage: UsageOverage = .block,
    measures: UsageLimit.Measure = .count
  ) async throws {
    let limit = UsageLimit(window: .lifetime, maximum: maximum, measures: measures)
    try await store.define(
      UsageItemDefinition(item: item, limits: [limit], overage: overage), in: tenant)
  }

  private func wrongAnswer(_ result: CommandResult) -> ConformanceFailure {
    ConformanceFailure(
      "an answer of another command came: \(result.outcome)", file: #fileID, line: #line)
  }
}
