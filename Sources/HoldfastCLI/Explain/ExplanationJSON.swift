internal import Holdfast

/// An explanation as JSON. Every member is always there; what does not apply is null.
extension JSONValue {
  init(_ explanation: Explanation) {
    self = [
      "tenant": .string(explanation.account.tenant.string),
      "account": .string(explanation.account.account.string),
      "instant": .string(explanation.instant.description),
      "archivedThrough": JSONValue(explanation.archivedThrough),
      "balances": .array(explanation.balances.map { JSONValue($0) }),
      "reservations": .array(explanation.reservations.map { JSONValue($0) }),
      "entries": .array(explanation.entries.map { JSONValue($0) }),
    ]
  }

  private init(_ view: Explanation.BalanceView) {
    self = [
      "unit": .string(view.unit.string),
      "from": JSONValue(view.from),
      "before": JSONValue(view.opening),
      "after": JSONValue(view.closing),
      "posted": .array(view.posted.map { JSONValue($0) }),
      "held": .array(view.held.map { JSONValue($0) }),
      "holds": .array(view.holds.map { JSONValue($0) }),
      "lots": .array(view.lots.map { JSONValue($0) }),
      "steps": .array(view.steps.map { JSONValue($0) }),
      "earlierSteps": .integer(Int64(view.earlierSteps)),
    ]
  }

  private init(_ balance: Balance) {
    self = [
      "posted": JSONValue(balance.posted),
      "held": JSONValue(balance.held),
      "available": JSONValue(balance.available),
      "debt": JSONValue(balance.debt),
      "scheduled": JSONValue(balance.scheduled),
      "overdraftLimit": JSONValue(balance.overdraftLimit),
    ]
  }

  private init(_ part: Explanation.Part) {
    self = [
      "flow": .string(part.flow.rawValue),
      "kind": JSONValue(part.kind?.text),
      "amount": JSONValue(part.amount),
      "entryCount": .integer(Int64(part.count)),
    ]
  }

  private init(_ reservation: Reservation) {
    self = [
      "reservationId": .string(reservation.reservationId.description),
      "key": .string(reservation.key.string),
      "unit": .string(reservation.unit.string),
      "status": .string(reservation.status.rawValue),
      "createdAt": JSONValue(reservation.createdAt),
      "expiresAt": JSONValue(reservation.expiresAt),
      "lapsesAt": JSONValue(reservation.lapsesAt),
      "onLapse": .string(reservation.onLapse.rawValue),
      "initialAmount": JSONValue(reservation.initialAmount),
      "increasedAmount": JSONValue(reservation.increasedAmount),
      "remainingReserved": JSONValue(reservation.remainingReserved),
      "requestedAmount": JSONValue(reservation.requestedAmount),
      "settledAmount": JSONValue(reservation.settledAmount),
      "shortfallAmount": JSONValue(reservation.shortfallAmount),
      "releasedAmount": JSONValue(reservation.releasedAmount),
      "reportedAmount": JSONValue(reservation.reportedAmount),
      "description": JSONValue(reservation.description),
      "metadata": reservation.metadata ?? .null,
    ]
  }

  private init(_ lot: Explanation.Lot) {
    self = [
      "lotId": .string(lot.view.lotId.description),
      "version": .integer(lot.version),
      "kind": .string(lot.kind.string),
      "key": JSONValue(lot.key?.text),
      "description": JSONValue(lot.description),
      "amount": JSONValue(lot.view.amount),
      "remaining": JSONValue(lot.view.remaining),
      "pinned": JSONValue(lot.view.pinned),
      "createdAt": JSONValue(lot.view.createdAt),
      "effectiveAt": JSONValue(lot.view.effectiveAt),
      "expiresAt": JSONValue(lot.view.expiresAt),
      "priority": .integer(Int64(lot.view.priority)),
      "category": .string(lot.view.category.rawValue),
      "costBasis": JSONValue(lot.view.costBasis),
      "scheduled": .bool(lot.isScheduled),
      "voided": .bool(lot.isVoided),
    ]
  }

  private init(_ view: Explanation.ReservationView) {
    self = [
      "reservation": JSONValue(view.reservation),
      "settledFromHold": JSONValue(view.settledFromHold),
      "lateAmount": JSONValue(view.lateAmount),
      "reversedAmount": JSONValue(view.reversedAmount),
      "lapsedAmount": JSONValue(view.lapsedAmount),
      "netAmount": JSONValue(view.netAmount),
      "pins": .array(view.pins.map { JSONValue($0) }),
      "steps": .array(view.steps.map { JSONValue($0) }),
    ]
  }

  private init(_ view: Explanation.EntryView) {
    self = [
      "entry": JSONValue(view.step),
      "cause": view.cause.map { JSONValue($0) } ?? .null,
      "companions": .array(view.companions.map { JSONValue($0) }),
      "lots": .array(view.lots.map { JSONValue($0) }),
      "reversedAmount": JSONValue(view.reversedAmount),
      "reversibleAmount": JSONValue(view.reversibleAmount),
      "later": .array(view.later.map { JSONValue($0) }),
      "earlierSteps": .integer(Int64(view.earlierSteps)),
    ]
  }
}
