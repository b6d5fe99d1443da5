import HoldfastPostgres

/// How one statement has to go about its work.
struct PlanCase: Sendable {
  let query: Query
  /// SQL literals for its parameters.
  let arguments: [String]
  /// How many rows of tables it finds, changes or removes with them.
  let rows: Int
  /// By index, the columns that it must be entered with.
  let indexes: [String: [String]]
  /// The most pages a row may take.
  let pagesPerRow: Int

  /// Pages that are looked at once, such as those of the catalog or of an index that finds nothing.
  static let pagesForAll = 60

  /// What of a plan is not as it has to be, with or without figures.
  func faults(in plan: PlanNode) -> [String] {
    var faults: [String] = []
    let wholeTables: Set = ["definition_revision", "usage_item", "unit_definition"]
    for node in plan.all {
      switch node.type {
      case "Hash Join", "Merge Join", "Materialize", "Bitmap Heap Scan", "Hash":
        faults.append("\(node)")
      case "Seq Scan" where !wholeTables.contains(node.relation ?? ""): faults.append("\(node)")
      case "Index Scan", "Index Only Scan":
        guard let columns = indexes[node.index ?? ""] else {
          if !wholeTables.contains(node.relation ?? "") { faults.append("\(node)") }
          continue
        }
        let condition = node.indexCondition ?? ""
        for column in columns where !condition.contains("(\(column) ") {
          faults.append("\(node): not by \(column)")
        }
      default: continue
      }
    }
    for index in indexes.keys where !plan.all.contains(where: { $0.index == index }) {
      faults.append("\(index) is not used")
    }
    if plan.hitBlocks != nil {
      if found(by: plan) != rows { faults.append("\(found(by: plan)) rows instead of \(rows)") }
      if plan.buffers > pagesPerRow * rows + PlanCase.pagesForAll {
        faults.append("\(plan.buffers) pages for \(rows) rows")
      }
    }
    return faults
  }

  private func found(by plan: PlanNode) -> Int {
    Int((plan.type == "ModifyTable" ? plan.children?.first : plan)?.rows ?? 0)
  }
}
