/// What counting some pieces now would mean.
struct UsageAssessment {
  let meter: Int
  let amount: Amount
  let overage: UsageOverage
  let revision: Revision
  /// The count limit with least remaining, of equals the first; `nil` without limits.
  let shown: UsageCounter?
  let lifetime: Amount
  /// The largest part of the amount that is above any limit.
  let overflow: Amount
  /// The most pieces above the maximum in any window, these included.
  let above: Amount

  var price: UsagePrice? {
    if case .charge(let price) = overage { price } else { nil }
  }

  /// The unit in which the overflow is charged.
  var unit: UnitName? { overflow > 0 ? price?.unit : nil }

  /// What the overflow costs; of a price beyond every balance, more than any can have.
  var cost: Amount {
    guard overflow > 0, let price else { return 0 }
    return price.cost(of: overflow) ?? UsageAssessment.unaffordable
  }

  /// Above what a balance and its overdraft can be together, and far below what would overflow a sum.
  private static let unaffordable = Amount(4 * Amount.maximum.value)

  var isWithinLimits: Bool {
    switch overage {
    case .block: overflow == 0
    case .allow: true
    case .charge(let price):
      overflow == 0 || price.cap.map { above <= $0 } ?? true
    }
  }

  /// The answer as things stand before counting.
  func refusal(_ code: LedgerError.Code) -> UsageAnswer {
    UsageAnswer(
      recordId: nil, allowed: false, reason: code, used: shown?.used ?? lifetime,
      limit: shown?.limit.maximum, remaining: shown?.remaining, chargedUnits: 0,
      periodStart: shown?.start, periodEnd: shown?.end)
  }

  func limitExceeded() -> LedgerError {
    var error = LedgerError(.limitExceeded, "a usage limit does not allow it")
    error.limit = shown?.limit.maximum
    error.used = shown?.used ?? lifetime
    error.available = shown?.remaining
    error.required = amount
    error.resetsAt = shown?.end
    error.usage = refusal(.limitExceeded)
    return error
  }
}
