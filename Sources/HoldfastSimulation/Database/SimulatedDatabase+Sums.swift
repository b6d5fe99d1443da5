internal import HoldfastPostgres

/// The sums for statistics: what writers, the sweeper and a check ask for. No report is made here, and
/// nothing is rebuilt.
extension SimulatedDatabase {
  static let sumNames: Set<String> = [
    "add_consumption", "add_usage", "gather_consumption", "gather_usage",
    "consumption_of_tenant", "usage_of_tenant", "statistics_coverage",
  ]

  /// What each table keeps: names, of which the tenant is the first, and figures.
  private struct Shape {
    let table: Table
    let names: Int
    let figures: Int

    static let consumption = Shape(table: .consumptionRollup, names: 4, figures: 8)
    static let usage = Shape(table: .usageRollup, names: 2, figures: 4)
  }

  private static let tenantColumn = 3

  /// `nil` for other statements.
  mutating func sum(
    _ name: String, _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress? {
    switch name {
    case "add_consumption": add(added(run.arguments, .consumption), .consumption, &run, id)
    case "add_usage": add(added(run.arguments, .usage), .usage, &run, id)
    case "gather_consumption": gather(.consumption, &run, id)
    case "gather_usage": gather(.usage, &run, id)
    case "consumption_of_tenant": .done(Rows(fields: ofTenant(.consumption, run.arguments, id)))
    case "usage_of_tenant": .done(Rows(fields: ofTenant(.usage, run.arguments, id)))
    case "statistics_coverage": .done(Rows(fields: coverage(run.arguments)))
    default: nil
    }
  }

  /// The sums of a ledger that was empty when it began are all there.
  private func coverage(_ arguments: Arguments) -> [[Field]] {
    arguments.elements(1).contains([]) ? [[[]]] : []
  }

  /// A row: writer, length, beginning, names, figures.
  private func sumKey(_ slot: Int16, _ row: [Field], _ shape: Shape) -> TableKey {
    let names: [UInt8] = row[1..<3 + shape.names].flatMap { ($0 ?? []) + [0 as UInt8] }
    return TableKey(slot, RowID(naming: names), 0, (row[0] ?? []).number(Int64.self))
  }

  private func added(_ arguments: Arguments, _ shape: Shape) -> [NewRow] {
    let columns = (3..<5 + shape.names + shape.figures).map { arguments.elements($0) }
    return columns[0].indices.map { index in
      let row = [arguments.field(2)] + columns.map { $0[index] }
      return (sumKey(arguments.int2(1), row, shape), row)
    }
  }

  private mutating func add(
    _ new: [NewRow], _ shape: Shape, _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress {
    while run.cursor < new.count {
      let (key, fields) = new[run.cursor]
      if let holder = claim(.row(shape.table, key), for: id) { return .waits(for: holder) }
      let present = row(shape.table, key, for: id)
      put(present.map { added(fields, to: $0, shape) } ?? fields, shape.table, key, by: id)
      run.cursor += 1
    }
    return .done(Rows(fields: [], commandTag: "INSERT 0 \(new.count)"))
  }

  private func added(_ fields: [Field], to present: [Field], _ shape: Shape) -> [Field] {
    let names = 3 + shape.names
    return present[..<names]
      + (names..<fields.count).map { index in
        let sum = [present, fields].map { ($0[index] ?? []).number(Int64.self) }
        return [UInt8](sum[0] + sum[1])
      }
  }

  /// Rows of buckets that begin before an instant, brought together under the writer 0; those that
  /// another transaction holds are left alone.
  private mutating func gather(
    _ shape: Shape, _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress {
    let arguments = run.arguments
    let (slot, before) = (arguments.int2(1), arguments.int8(2))
    if run.candidates == nil {
      let old = allKeys(shape.table, slot: slot, for: id)
        .compactMap { key in row(shape.table, key, for: id).map { (key, $0) } }
        .filter { key, row in key.version != 0 && (row[2] ?? []).number(Int64.self) < before }
        .sorted { ($0.1[2] ?? []).number(Int64.self) < ($1.1[2] ?? []).number(Int64.self) }
        .filter { claims[.row(shape.table, $0.0)].map { $0 == id } ?? true }
        .prefix(Int(arguments.int8(3)))
      var sums: [TableKey: [Field]] = [:]
      for (key, row) in old {
        _ = claim(.row(shape.table, key), for: id)
        put(nil, shape.table, key, by: id)
        let gathered = [[UInt8](Int64(0))] + row.dropFirst()
        let place = sumKey(slot, gathered, shape)
        sums[place] = sums[place].map { added(gathered, to: $0, shape) } ?? gathered
      }
      run.candidates = sums.keys.sorted()
      run.answer = run.candidates.map { $0.compactMap { sums[$0] } } ?? []
    }
    let new = zip(run.candidates ?? [], run.answer).map { ($0, $1) }
    return add(new, shape, &run, id)
  }

  /// Over all writers.
  private func ofTenant(
    _ shape: Shape, _ arguments: Arguments, _ id: TransactionID
  ) -> [[Field]] {
    let tenant = arguments.field(2)
    var sums: [TableKey: [Field]] = [:]
    for key in allKeys(shape.table, slot: arguments.int2(1), for: id) {
      guard let row = row(shape.table, key, for: id),
        row[SimulatedDatabase.tenantColumn] == tenant
      else { continue }
      let place = TableKey(key.owner.slot, key.owner.id)
      sums[place] = sums[place].map { added(row, to: $0, shape) } ?? row
    }
    return sums.sorted { $0.key < $1.key }.map { _, row in
      Array(row[1..<SimulatedDatabase.tenantColumn] + row[(SimulatedDatabase.tenantColumn + 1)...])
    }
  }
}
