internal import Holdfast

/// Runs one operation.
struct ReplaySession: Sendable {
  let world: ReplayRunner.World
  /// Stands in for the key of a line that has none.
  let key: IdempotencyKey

  func run(_ operation: Operation, _ fields: Fields) async -> JSONValue {
    do throws(LedgerError) {
      return try await result(of: operation, fields)
    } catch {
      return JSONValue(error)
    }
  }

  private func tenant(_ fields: Fields) throws(LedgerError) -> TenantName {
    world.tenant(TenantName(try fields.string("tenant") ?? "default"))
  }

  private func address(_ fields: Fields) throws(LedgerError) -> AccountAddress {
    AccountAddress(tenant: try tenant(fields), account: try fields.needAccount())
  }

  private func result(
    of operation: Operation, _ fields: Fields
  ) async throws(LedgerError) -> JSONValue {
    switch operation {
    case .advance: return .object(JSONObject())
    case .defineUnit, .defineUsageItem, .overrideUsageLimits, .sweep, .check:
      return try await administer(operation, fields)
    case .balance, .reservation, .openReservations, .ledger, .lots, .usage:
      return try await read(operation, fields)
    case .consumption, .usageStatistics, .reservationStatistics, .heldPeaks, .expiringCredits,
      .breakage:
      return try await statistics(operation, fields, in: try tenant(fields))
    case .atomic:
      return JSONValue(results: try await world.store.submit(try group(fields)))
    case .preview:
      return JSONValue(results: try await world.store.preview(try group(fields)))
    case .race: return try await race(fields)
    default:
      let command = try fields.command(operation, tenant: try tenant(fields), key: key)
      return JSONValue(try await world.store.submit(command))
    }
  }

  func group(_ fields: Fields) throws(LedgerError) -> Group {
    let tenant = try tenant(fields)
    guard let values = try fields.array("commands") else {
      throw fields.invalid("commands", "is needed")
    }
    var commands: [Command] = []
    for (index, value) in values.enumerated() {
      do throws(LedgerError) {
        commands.append(try member(value, index, tenant))
      } catch {
        var error = error
        error.failedIndex = index
        throw error
      }
    }
    let key = try fields.string("key").map { IdempotencyKey($0) } ?? self.key
    return Group(tenant: tenant, key: key, commands: commands)
  }

  private func member(
    _ value: JSONValue, _ index: Int, _ tenant: TenantName
  ) throws(LedgerError) -> Command {
    let path = "commands[\(index)]"
    guard case .object(let object) = value, case .string(let name)? = object["op"],
      let operation = Operation(rawValue: name)
    else { throw Fields.invalid("\(path).op", "must be a command") }
    for member in object where !operation.accepts(member.name) || member.name == "tenant" {
      throw Fields.invalid("\(path).\(member.name)", "is unknown")
    }
    return try Fields(object, path: "\(path).").command(operation, tenant: tenant, key: nil)
  }

  private func administer(
    _ operation: Operation, _ fields: Fields
  ) async throws(LedgerError) -> JSONValue {
    let tenant = try tenant(fields)
    switch operation {
    case .defineUnit:
      let unit = try fields.unitDefinition()
      try await world.store.define(unit, in: tenant)
      return ["unit": .string(unit.unit.string)]
    case .defineUsageItem:
      let item = try fields.itemDefinition()
      try await world.store.define(item, in: tenant)
      return ["item": .string(item.item.string)]
    case .overrideUsageLimits:
      let item = try fields.needString("item")
      try await world.store.overrideLimits(
        try fields.limits(), of: ItemName(item), for: try address(fields))
      return ["item": .string(item)]
    case .sweep:
      let report = try await world.store.sweep(tenant)
      return [
        "expiredReservations": .integer(Int64(report.expiredReservations)),
        "expiredLots": .integer(Int64(report.expiredLots)),
      ]
    default:
      return try await check(tenant)
    }
  }

  private func check(_ tenant: TenantName) async throws(LedgerError) -> JSONValue {
    do {
      let report = try await LedgerChecker().check(world.store, tenant: tenant)
      let violations = report.violations.map { violation -> JSONValue in
        [
          "invariant": .string(violation.invariant),
          "detail": .string(violation.detail),
        ]
      }
      return ["violations": .array(violations)]
    } catch let error as LedgerError {
      throw error
    } catch {
      return ["error": "not_auditable"]
    }
  }

  private func read(
    _ operation: Operation, _ fields: Fields
  ) async throws(LedgerError) -> JSONValue {
    let store = world.store
    switch operation {
    case .reservation:
      let reservation = try await store.reservation(
        try fields.reservation(), in: try tenant(fields), account: try fields.account())
      return JSONValue(reservation)
    case .openReservations:
      let unit = try fields.string("unit").map { UnitName($0) }
      let reservations = try await store.openReservations(of: try address(fields), unit: unit)
      return ["reservations": .array(reservations.map { JSONValue($0) })]
    case .ledger:
      return JSONValue(
        try await store.ledger(
          of: try fields.needUnit(), try address(fields), try fields.ledgerPage()))
    case .lots:
      let lots = try await store.lots(of: try fields.needUnit(), try address(fields))
      return ["lots": .array(lots.map { JSONValue($0) })]
    case .usage:
      let item = try fields.string("item").map { ItemName($0) }
      let usage = try await store.usage(of: try address(fields), item: item)
      return ["usage": .array(usage.map { JSONValue($0) })]
    default:
      return JSONValue(
        try await store.balance(
          of: try fields.needUnit(), try address(fields), asOf: try fields.instant("asOf"),
          expiringWithin: 604_800))
    }
  }
}

extension Fields {
  fileprivate func ledgerPage() throws(LedgerError) -> LedgerPage {
    let page = try int("page")
    let size = try int("pageSize")
    guard page != nil || size != nil else {
      return .cursor(try string("cursor"), limit: try int("limit") ?? 50)
    }
    for name in ["cursor", "limit"] where value(name) != nil {
      throw invalid(name, "does not go with page and pageSize")
    }
    return .number(page ?? 1, size: size ?? 50)
  }
}

extension JSONValue {
  /// The results of a group.
  init(results: [CommandResult]) {
    self = ["results": .array(results.map { JSONValue($0) })]
  }
}
