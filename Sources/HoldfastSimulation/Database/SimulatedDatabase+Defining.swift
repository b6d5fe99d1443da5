internal import HoldfastPostgres

/// Definitions, and the limits of single accounts.
extension SimulatedDatabase {
  mutating func define(
    _ name: String, _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress? {
    let arguments = run.arguments
    switch name {
    case "upsert_unit":
      let key = unitKey(arguments)
      if let holder = claim(.row(.unitDefinition, key), for: id) { return .waits(for: holder) }
      put((1...3).map { arguments.field($0) }, .unitDefinition, key, by: id)
      return .done(Rows(fields: [], commandTag: "INSERT 0 1"))
    case "insert_item":
      return insert(
        .usageItem,
        { arguments in
          let revision = Int64(arguments.bytes(3).number(Int32.self))
          let name = RowID(naming: arguments.bytes(1) + [0] + arguments.bytes(2))
          let key = TableKey(0, name, 0, revision)
          return [(key, (1...4).map { arguments.field($0) })]
        }, &run, id)
    case "insert_override": return insertOverride(&run, id)
    case "insert_account": return insertAccount(arguments, id)
    default: return nil
    }
  }

  /// Of the tenant and the unit that come first.
  func unitKey(_ arguments: Arguments) -> TableKey {
    TableKey(
      0, RowID(naming: arguments.bytes(1)), 0, Int64(bitPattern: hash(of: arguments.bytes(2))))
  }

  private func hash(of name: [UInt8]) -> UInt64 { RowID(naming: name).first }

  private mutating func insertOverride(
    _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress {
    let arguments = run.arguments
    let owner = Owner(slot: arguments.int2(1), id: arguments.id(2))
    let revision =
      overrides(of: owner, id).filter { $0[1] == arguments.field(3) }
      .compactMap { $0[3]?.number(Int32.self) }.max() ?? 0
    let key = TableKey(
      owner.slot, owner.id, 0,
      Int64(bitPattern: hash(of: arguments.bytes(3)) &+ UInt64(revision) + 1))
    let row = [
      arguments.field(2), arguments.field(3), arguments.field(4), [UInt8](revision + 1),
    ]
    return insert(.usageOverride, { _ in [(key, row)] }, &run, id)
  }

  private mutating func insertAccount(_ arguments: Arguments, _ id: TransactionID) -> Progress {
    let key = TableKey(arguments.int2(1), arguments.id(2))
    if row(.account, key, for: id) != nil {
      return .done(Rows(fields: [], commandTag: "INSERT 0 0"))
    }
    if let holder = claim(.row(.account, key), for: id) { return .waits(for: holder) }
    let columns = (2...4).map { arguments.field($0) }
    put(columns + [[UInt8](Int64(0))], .account, key, by: id)
    return .done(Rows(fields: [], commandTag: "INSERT 0 1"))
  }
}
