internal import Holdfast

/// A command as a line of a replay file, with `$` references for labels.
struct ReplayCommand {
  let command: Command
  let references: ReplayReferences
  /// A member of a group has the group's tenant.
  let isMember: Bool

  init(_ command: Command, _ references: ReplayReferences, isMember: Bool = false) {
    self.command = command
    self.references = references
    self.isMember = isMember
  }

  func write(into line: inout JSONObject) {
    line["op"] = .string(command.action.word)
    if !isMember { line["tenant"] = .string(command.tenant.string) }
    if let account = command.account { line["account"] = .string(account.string) }
    if let key = command.key { line["key"] = .string(key.string) }
    writeAction(into: &line)
  }

  private func writeAction(into line: inout JSONObject) {
    switch command.action {
    case .credit(let action): write(action, into: &line)
    case .debit(let action):
      line["unit"] = .string(action.unit.string)
      line["amount"] = .integer(action.amount.value)
      line["overage"] = .string(action.overage.rawValue)
      line["kind"] = .string(action.kind.string)
      write(action.details, into: &line)
    case .transfer(let action):
      line["unit"] = .string(action.unit.string)
      line["to"] = .string(action.to.string)
      line["amount"] = .integer(action.amount.value)
      write(action.details, into: &line)
    case .reserve(let action): write(action, into: &line)
    case .increase(let action):
      line["reservation"] = json(action.reservation)
      line["amount"] = .integer(action.amount.value)
    case .extend(let action):
      line["reservation"] = json(action.reservation)
      switch action.by {
      case .fromNow(let seconds): line["expiresInSeconds"] = .integer(Int64(seconds))
      case .fromExpiry(let seconds): line["bySeconds"] = .integer(Int64(seconds))
      }
    case .report(let action):
      line["reservation"] = json(action.reservation)
      line["used"] = .integer(action.used.value)
    case .settle(let action): write(action, into: &line)
    case .release(let action):
      line["reservation"] = json(action.reservation)
      if let reason = action.reason { line["reason"] = .string(reason.string) }
    case .reverse(let action):
      line["entry"] = .string(references.entry(action.entry.description))
      if let amount = action.amount { line["amount"] = .integer(amount.value) }
      if let reason = action.reason { line["reason"] = .string(reason.string) }
    case .recordUsage(let action):
      line["item"] = .string(action.item.string)
      line["amount"] = .integer(action.amount.value)
      write(action.details, into: &line)
    case .reverseUsage(let action):
      line["record"] = .string(references.reference(action.record.description, "recordId"))
      if let amount = action.amount { line["amount"] = .integer(amount.value) }
    case .setOverdraftLimit(let action):
      line["unit"] = .string(action.unit.string)
      line["limit"] = .integer(action.limit.value)
    case .voidLot(let action):
      line["lot"] = .string(references.reference(action.lot.description, "lotId"))
    case .updateLot(let action): write(action, into: &line)
    }
  }

  private func write(_ action: Credit, into line: inout JSONObject) {
    line["unit"] = .string(action.unit.string)
    line["amount"] = .integer(action.amount.value)
    line["kind"] = .string(action.kind.string)
    if let end = action.expiresAt { line["expiresAt"] = .string(end.description) }
    if let start = action.effectiveAt { line["effectiveAt"] = .string(start.description) }
    line["priority"] = .integer(Int64(action.priority))
    line["category"] = .string(action.category.rawValue)
    write(action.details, into: &line)
  }

  private func write(_ action: Reserve, into line: inout JSONObject) {
    line["unit"] = .string(action.unit.string)
    line["amount"] = .integer(action.amount.value)
    if let minimum = action.minimum { line["minimum"] = .integer(minimum.value) }
    line["expiresInSeconds"] = .integer(Int64(action.expiresInSeconds))
    line["graceSeconds"] = .integer(Int64(action.graceSeconds))
    line["floor"] = .string(action.floor.rawValue)
    line["onLapse"] = .string(action.onLapse.rawValue)
    if action.allowZero { line["allowZero"] = true }
    if !action.counts.isEmpty {
      line["counts"] = .array(
        action.counts.map {
          ["item": .string($0.item.string), "amount": .integer($0.amount.value)]
        })
    }
    write(action.details, into: &line)
  }

  private func write(_ action: Settle, into line: inout JSONObject) {
    line["reservation"] = json(action.reservation)
    line["amount"] = .integer(action.amount.value)
    line["final"] = .bool(action.final)
    line["overage"] = .string(action.overage.rawValue)
    line["late"] = .string(action.late.rawValue)
    if action.coupled { line["coupled"] = true }
    write(action.details, into: &line)
  }

  private func write(_ action: UpdateLot, into line: inout JSONObject) {
    line["lot"] = .string(references.reference(action.lot.description, "lotId"))
    switch action.expiry {
    case .unchanged: break
    case .never: line["expiresAt"] = .null
    case .at(let instant): line["expiresAt"] = .string(instant.description)
    }
    if let priority = action.priority { line["priority"] = .integer(Int64(priority)) }
  }

  private func write(_ details: Details, into line: inout JSONObject) {
    if let text = details.description { line["description"] = .string(text.string) }
  }

  private func json(_ reservation: ReservationReference) -> JSONValue {
    switch reservation {
    case .id(let id): .string(references.reference(id.description, "reservationId"))
    case .key(let key): ["key": .string(key.string)]
    }
  }
}

extension Fact {
  static func json(_ facts: [Fact]) -> JSONValue {
    var object = JSONObject()
    for fact in facts {
      switch fact.value {
      case .integer(let value): object[fact.name] = .integer(value)
      case .flag(let value): object[fact.name] = .bool(value)
      case .text(let value): object[fact.name] = .string(value.string)
      case .instant(let value): object[fact.name] = .string(value.description)
      case .label: break
      case .none: object[fact.name] = .null
      }
    }
    return .object(object)
  }
}
