internal import Holdfast

/// What workloads must reach, or they prove less than they seem to.
package enum RequiredCoverage {
  package static let names: [String] =
    outcomes + codes + policies + lots + reservations + groups + others

  /// Codes that no store in memory gives to a workload.
  private static let outOfReach: Set<LedgerError.Code> = [
    .overloaded, .unavailable, .deadlineExceeded, .cancelled, .outcomeUnknown, .schemaMismatch,
  ]

  private static let commands = [
    "credit", "debit", "transfer", "reserve", "increase", "extend", "report", "settle", "release",
    "reverse", "recordUsage", "reverseUsage", "setOverdraftLimit", "voidLot", "updateLot",
  ]

  /// Every command is applied, repeated, and sent with other input under its key.
  private static let outcomes = commands.flatMap {
    ["\($0) → applied", "\($0) → duplicate", "\($0) → idempotency_key_reused"]
  }

  /// A code is reached when any command came out so.
  static let codes = LedgerError.Code.allCases
    .filter { !outOfReach.contains($0) }
    .map { "code \($0.rawValue)" }

  private static let policies =
    [
      "debit reject → insufficient_balance", "debit overdraft → overdraft_limit_exceeded",
      "debit drawAvailable with shortfall", "settle reject → settlement_exceeds_reservation",
      "settle reject → insufficient_balance", "settle overdraft → overdraft_limit_exceeded",
      "settle capAtReserved with shortfall", "settle drawAvailable with shortfall",
      "settle capAtReserved late with shortfall", "settle drawAvailable late with shortfall",
      "reserve floor balance → applied", "reserve floor balance → insufficient_balance",
      "reserve floor overdraft → applied", "reserve floor overdraft → insufficient_balance",
      "reserve minimum → applied", "reserve minimum → insufficient_balance",
      "reserve nothing → applied", "reserve counts → applied", "reserve counts → limit_exceeded",
      "reserve counts → insufficient_balance", "reserve counts → usage_item_not_found",
      "increase → limit_exceeded", "increase → insufficient_balance",
      "increase → reservation_closed", "increase → reservation_expired",
      "extend from now → applied", "extend from the expiry → applied",
      "report → settlement_exceeds_reservation", "transfer → amount_overflow",
      "recordUsage → not allowed: limit_exceeded",
      "recordUsage → not allowed: insufficient_balance", "recordUsage with a charge",
      "reverseUsage with a refund", "reverse into a lapsed lot",
      "reverse with an unrecoverable part", "reverse → amount_overflow",
      "release of an open hold", "release of a closed hold", "voidLot of something",
      "updateLot into the past", "updateLot → invalid_argument",
    ]
    + Settle.Overage.allCases.flatMap {
      ["settle \($0.rawValue) → applied", "settle late under \($0.rawValue)"]
    }
    + Debit.Overage.allCases.map { "debit \($0.rawValue) → applied" }
    + Reserve.OnLapse.allCases.flatMap {
      ["reserve onLapse \($0.rawValue) → applied", "lapse \($0.rawValue)"]
    } + ["lapse chargeReported with a charge", "lapse chargeAll with a charge"]

  private static let lots =
    ModelLot.State.allCases.map { "lot \($0.rawValue)" } + [
      "lot active with pins", "lot expired with pins", "lot voided with pins",
      "lot pinned in part", "lot used up", "lot that a transfer brought", "entry expiry",
      "entry void", "entry usage", "entry of a lapse", "entry that is late",
    ]

  private static let reservations =
    ReservationStatus.allCases.map { "reservation \($0.rawValue)" } + [
      "reservation in its grace", "reservation against the overdraft",
      "reservation with nothing left", "balance in debt", "balance with repaid debt",
      "balance below its floor",
    ]

  private static let groups = [
    "atomic → applied", "atomic → duplicate", "atomic → coupled",
    "atomic → idempotency_key_reused", "atomic → invalid_argument",
    "atomic → insufficient_balance", "atomic → limit_exceeded", "atomic → reservation_closed",
    "atomic → refused at a later member",
  ]

  private static let others = [
    "preview", "sweep", "balance as of", "define", "overrideLimits",
    "malformed → invalid_argument",
  ]
}
