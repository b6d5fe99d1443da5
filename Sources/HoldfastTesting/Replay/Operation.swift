/// The operations of a replay file, and the fields each takes besides the common ones.
enum Operation: String, CaseIterable {
  case advance
  case credit, debit, transfer, reserve, increase, extend, report, settle, release, reverse
  case recordUsage, reverseUsage, setOverdraftLimit, voidLot, updateLot
  case defineUnit, defineUsageItem, overrideUsageLimits
  case atomic, preview, race, sweep
  case balance, reservation, openReservations, ledger, lots, usage, check
  case consumption, usageStatistics, reservationStatistics, heldPeaks, expiringCredits, breakage

  /// What every line may carry.
  static let commonFields: Set<String> = [
    "op", "at", "tenant", "account", "unit", "key", "as", "expect",
  ]

  var fields: Set<String> {
    switch self {
    case .advance, .sweep, .openReservations, .check: []
    case .credit:
      [
        "amount", "kind", "expiresAt", "effectiveAt", "priority", "category", "costBasis",
        "description", "reference", "metadata",
      ]
    case .debit:
      ["amount", "overage", "kind", "description", "reference", "metadata", "occurredAt"]
    case .transfer: ["to", "amount", "description", "metadata"]
    case .reserve:
      [
        "amount", "minimum", "expiresInSeconds", "graceSeconds", "floor", "counts", "onLapse",
        "allowZero", "description", "metadata",
      ]
    case .increase: ["reservation", "amount"]
    case .extend: ["reservation", "expiresInSeconds", "bySeconds"]
    case .report: ["reservation", "used"]
    case .settle:
      [
        "reservation", "amount", "final", "overage", "late", "coupled", "description",
        "metadata", "occurredAt",
      ]
    case .release: ["reservation", "reason"]
    case .reverse: ["entry", "amount", "reason"]
    case .recordUsage: ["item", "amount", "metadata", "occurredAt"]
    case .reverseUsage: ["record", "amount"]
    case .setOverdraftLimit: ["limit"]
    case .voidLot: ["lot"]
    case .updateLot: ["lot", "expiresAt", "priority"]
    case .defineUnit: ["name", "symbol", "precision"]
    case .defineUsageItem: ["item", "name", "limits", "overage"]
    case .overrideUsageLimits: ["item", "limits"]
    case .atomic, .preview: ["commands"]
    case .race: ["command", "commands", "count", "concurrency"]
    case .balance: ["asOf"]
    case .reservation: ["reservation"]
    case .ledger: ["limit", "cursor", "page", "pageSize"]
    case .lots: []
    case .usage: ["item"]
    case .heldPeaks: Operation.periodFields
    case .consumption, .reservationStatistics, .expiringCredits, .breakage:
      Operation.periodFields.union(["groupBy", "top"])
    case .usageStatistics: Operation.periodFields.union(["item", "groupBy", "top"])
    }
  }

  /// How a line says when, and how divided.
  private static let periodFields: Set<String> = [
    "from", "to", "granularity", "timeZone", "weekStart",
  ]

  private static let fieldTable = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.fields.union(commonFields)) })

  func accepts(_ field: String) -> Bool {
    Operation.fieldTable[self]?.contains(field) == true
  }
}
