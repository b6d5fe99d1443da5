extension LedgerError {
  /// The stable codes, in order of precedence: when several apply, the first is given.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Malformed input; `field` names it.
    case invalidArgument = "invalid_argument"
    /// The key had an effect with other input.
    case idempotencyKeyReused = "idempotency_key_reused"
    /// A look-up by key alone fits several accounts.
    case ambiguousKey = "ambiguous_key"
    /// No such reservation in this account or tenant.
    case reservationNotFound = "reservation_not_found"
    /// No such entry in this account.
    case entryNotFound = "entry_not_found"
    /// No such lot in this account, or nothing left of it.
    case lotNotFound = "lot_not_found"
    /// The tenant defines no such item.
    case usageItemNotFound = "usage_item_not_found"
    /// No such usage record in this account.
    case usageRecordNotFound = "usage_record_not_found"
    /// Settled or released already.
    case reservationClosed = "reservation_closed"
    /// Its time is over.
    case reservationExpired = "reservation_expired"
    /// More than what is left of the entry or record.
    case reversalExceedsEntry = "reversal_exceeds_entry"
    /// More than was ever held, or than is held under overage `reject`.
    case settlementExceedsReservation = "settlement_exceeds_reservation"
    /// The account has as many open reservations as it may.
    case tooManyOpenReservations = "too_many_open_reservations"
    /// A usage limit does not allow it now.
    case limitExceeded = "limit_exceeded"
    /// Less is available than is needed; `available` and `required` tell.
    case insufficientBalance = "insufficient_balance"
    /// The overdraft does not cover it; `available` and `required` tell.
    case overdraftLimitExceeded = "overdraft_limit_exceeded"
    /// A figure would leave ±(2⁵³ − 1).
    case amountOverflow = "amount_overflow"
    /// The queue is full; nothing happened.
    case overloaded
    /// The store cannot be reached or refuses writes; nothing happened.
    case unavailable
    /// The deadline passed before anything was sent; nothing happened.
    case deadlineExceeded = "deadline_exceeded"
    /// The task was cancelled before anything was sent; nothing happened.
    case cancelled
    /// Sent, and no answer came; asking again under the same key resolves it.
    case outcomeUnknown = "outcome_unknown"
    /// Store and library do not fit.
    case schemaMismatch = "schema_mismatch"

    var isRetryable: Bool {
      switch self {
      case .limitExceeded, .insufficientBalance, .overdraftLimitExceeded, .overloaded,
        .unavailable, .deadlineExceeded, .cancelled, .outcomeUnknown:
        true
      case .invalidArgument, .idempotencyKeyReused, .ambiguousKey, .reservationNotFound,
        .entryNotFound, .lotNotFound, .usageItemNotFound, .usageRecordNotFound,
        .reservationClosed, .reservationExpired, .reversalExceedsEntry,
        .settlementExceedsReservation, .tooManyOpenReservations, .amountOverflow, .schemaMismatch:
        false
      }
    }
  }
}
