internal import Holdfast

/// The steps of an explanation as JSON.
extension JSONValue {
  init(_ step: Explanation.Step) {
    self = [
      "entryId": .string(step.entryId.description),
      "unit": .string(step.unit.string),
      "version": .integer(step.version),
      "instant": JSONValue(step.instant),
      "dueAt": JSONValue(step.dueAt),
      "written": .bool(step.isWritten),
      "event": .string(step.event),
      "kind": JSONValue(step.kind?.text),
      "postedDelta": JSONValue(step.postedDelta),
      "heldDelta": JSONValue(step.heldDelta),
      "debtDelta": JSONValue(step.debtDelta),
      "scheduledDelta": JSONValue(step.scheduledDelta),
      "postedAfter": JSONValue(step.postedAfter),
      "heldAfter": JSONValue(step.heldAfter),
      "overdraftLimitAfter": JSONValue(step.overdraftLimitAfter),
      "shares": .array(step.shares.map { JSONValue($0) }),
      "command": step.command.map { .string("\($0)") } ?? .null,
      "key": JSONValue(step.key?.text),
      "groupKey": JSONValue(step.groupKey?.text),
      "requestedAmount": JSONValue(step.requestedAmount),
      "subjectVersion": step.subjectVersion.map { .integer($0) } ?? .null,
      "reservation": step.hold.map { JSONValue($0) } ?? .null,
      "lotId": JSONValue((step.lotId?.description).map { ByteText($0) }),
      "lotExpiresAt": JSONValue(step.lotExpiresAt),
      "startsAt": JSONValue(step.startsAt),
      "reversedEntryId": JSONValue((step.reversedEntryId?.description).map { ByteText($0) }),
      "reversedKind": JSONValue(step.reversedKind?.text),
      "counterparty": JSONValue(step.counterparty?.text),
      "late": .bool(step.late),
      "lapsed": .bool(step.lapsed),
      "item": JSONValue(step.item?.text),
      "description": JSONValue(step.details.description),
      "reference": step.details.reference.map {
        ["type": .string($0.type.string), "id": .string($0.id.string)]
      } ?? .null,
      "metadata": step.details.metadata ?? .null,
      "occurredAt": JSONValue(step.details.occurredAt),
      "reason": JSONValue(step.reason),
    ]
  }

  init(_ share: Explanation.Share) {
    self = [
      "use": .string(share.use.rawValue),
      "amount": JSONValue(share.amount),
      "lotId": JSONValue((share.lotId?.description).map { ByteText($0) }),
      "lotVersion": share.lotVersion.map { .integer($0) } ?? .null,
      "lotKind": JSONValue(share.lotKind?.text),
    ]
  }

  private init(_ hold: Explanation.HoldState) {
    self = [
      "reservationId": .string(hold.reservationId.description),
      "remaining": JSONValue(hold.remaining),
      "returned": JSONValue(hold.returned),
      "reported": JSONValue(hold.reported),
      "expiresAt": JSONValue(hold.expiresAt),
      "lapsesAt": JSONValue(hold.lapsesAt),
      "status": .string(hold.status.rawValue),
    ]
  }

  // MARK: Single values

  init(_ amount: Amount?) { self = amount.map { .integer($0.value) } ?? .null }
  init(_ instant: Instant?) { self = instant.map { .string($0.description) } ?? .null }
  init(_ text: ByteText?) { self = text.map { .string($0.string) } ?? .null }
}
