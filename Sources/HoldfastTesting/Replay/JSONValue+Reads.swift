internal import Holdfast

/// Writes what was read in the form of replay files.
extension JSONValue {
  init(_ balance: Balance) {
    var object = JSONObject()
    object["unit"] = .string(balance.unit.string)
    object.set("amount", balance.posted)
    object.set("held", balance.held)
    object.set("available", balance.available)
    object.set("debt", balance.debt)
    object.set("scheduled", balance.scheduled)
    object.set("overdraftLimit", balance.overdraftLimit)
    object.set("expiringSoon", balance.expiringSoon)
    object.set("nextDue", balance.nextDue)
    self = .object(object)
  }

  init(_ reservation: Reservation) {
    var object = JSONObject()
    object.set("reservationId", reservation.reservationId)
    object["account"] = .string(reservation.account.string)
    object["unit"] = .string(reservation.unit.string)
    object["status"] = .string(reservation.status.rawValue)
    object.set("initialAmount", reservation.initialAmount)
    object.set("increasedAmount", reservation.increasedAmount)
    object.set("remainingReserved", reservation.remainingReserved)
    object.set("requestedAmount", reservation.requestedAmount)
    object.set("settledAmount", reservation.settledAmount)
    object.set("shortfallAmount", reservation.shortfallAmount)
    object.set("releasedAmount", reservation.releasedAmount)
    object.set("reportedAmount", reservation.reportedAmount)
    object.set("createdAt", reservation.createdAt)
    object.set("expiresAt", reservation.expiresAt)
    object.set("lapsesAt", reservation.lapsesAt)
    object["onLapse"] = .string(reservation.onLapse.rawValue)
    object["key"] = .string(reservation.key.string)
    object.set("description", reservation.description)
    object["metadata"] = reservation.metadata
    self = .object(object)
  }

  init(_ lot: LotView) {
    var object = JSONObject()
    object.set("lotId", lot.lotId)
    object.set("amount", lot.amount)
    object.set("remaining", lot.remaining)
    object.set("pinned", lot.pinned)
    object.set("expiresAt", lot.expiresAt)
    object.set("effectiveAt", lot.effectiveAt)
    object.set("createdAt", lot.createdAt)
    object["priority"] = .integer(Int64(lot.priority))
    object["category"] = .string(lot.category.rawValue)
    object.set("costBasis", lot.costBasis)
    self = .object(object)
  }

  init(_ entries: LedgerEntries) {
    var object = JSONObject()
    object["entries"] = .array(entries.entries.map { JSONValue($0) })
    if let cursor = entries.nextCursor { object["nextCursor"] = .string(cursor) }
    if let total = entries.total { object["total"] = .integer(Int64(total)) }
    if let pageCount = entries.pageCount { object["pageCount"] = .integer(Int64(pageCount)) }
    self = .object(object)
  }

  init(_ entry: LedgerEntry) {
    var object = JSONObject()
    object.set("id", entry.id)
    object["kind"] = .string(entry.kind.string)
    object["unit"] = .string(entry.unit.string)
    object.set("delta", entry.delta)
    object.set("balanceAfter", entry.balanceAfter)
    object.set("createdAt", entry.createdAt)
    object.set("dueAt", entry.dueAt)
    object.set("description", entry.description)
    if let item = entry.item { object["item"] = .string(item.string) }
    if let reference = entry.reference {
      object["reference"] = [
        "type": .string(reference.type.string), "id": .string(reference.id.string),
      ]
    }
    object["metadata"] = entry.metadata
    object.set("occurredAt", entry.occurredAt)
    object["late"] = .bool(entry.late)
    object["lapsed"] = .bool(entry.lapsed)
    object.set("reservationId", entry.reservationId)
    object.set("reversedEntryId", entry.reversedEntryId)
    self = .object(object)
  }

  init(_ usage: UsageView) {
    var object = JSONObject()
    object["key"] = .string(usage.item.string)
    object.set("used", usage.used)
    object.set("limit", usage.limit)
    object.set("remaining", usage.remaining)
    object.set("periodStart", usage.periodStart)
    object.set("periodEnd", usage.periodEnd)
    object.set("resetsAt", usage.periodEnd)
    if let window = usage.window { object["resetPolicy"] = .string(window.kindName) }
    object["overagePolicy"] = .string(usage.overage.kindName)
    object["limits"] = .array(usage.limits.map { JSONValue($0) })
    self = .object(object)
  }

  private init(_ limit: UsageView.LimitView) {
    var object = JSONObject()
    object["window"] = ["kind": .string(limit.limit.window.kindName)]
    object.set("max", limit.limit.maximum)
    switch limit.limit.measures {
    case .count: object["measures"] = "count"
    case .spent(let unit):
      object["measures"] = "spent"
      object["unit"] = .string(unit.string)
    }
    object.set("used", limit.used)
    object.set("remaining", limit.remaining)
    object.set("periodStart", limit.periodStart)
    object.set("periodEnd", limit.periodEnd)
    self = .object(object)
  }
}

extension Window {
  /// The word that `window.kind` has in a definition.
  fileprivate var kindName: String {
    switch self {
    case .lifetime: "lifetime"
    case .calendar(let window): window.unit.rawValue
    case .billingPeriod: "billingPeriod"
    case .fixed: "fixed"
    }
  }
}

extension UsageOverage {
  fileprivate var kindName: String {
    switch self {
    case .block: "block"
    case .allow: "allow"
    case .charge: "charge"
    }
  }
}
