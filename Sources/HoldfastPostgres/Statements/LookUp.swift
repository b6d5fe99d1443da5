/// A look-up of rows of one slot by arrays of keys: `$1` is the slot, `$2`, `$3`, … are the arrays.
///
/// The keys are looked up one by one, each in a LATERAL that OFFSET 0 (or the lock) keeps a query of its
/// own. The planner can neither turn that around nor leave a key out of the index condition, as it does
/// with joins and with `= ANY` for a table that was small when the plan was made: such a plan reads all
/// of a slot once that has grown.
struct LookUp {
  private let table: String
  private let alias: String
  private let keys: [String]

  /// - Parameters:
  ///   - schema: as it stands in a statement.
  ///   - alias: how the columns name the table.
  ///   - keys: the columns that the arrays hold values of.
  init(_ schema: String, _ table: String, _ alias: String, by keys: [String]) {
    self.table = "\(schema).\(table)"
    self.alias = alias
    self.keys = keys
  }

  /// - Parameters:
  ///   - columns: what is answered, with the table's alias.
  ///   - inKeyOrder: whether the first array is gone through in order.
  ///   - ending: further conditions, grouping, order, and what keeps the query its own.
  func text(_ columns: String, inKeyOrder: Bool = false, ending: String = "OFFSET 0") -> String {
    let arrays = keys.enumerated().map { "unnest($\($0 + 2)) AS \($1)" }
    let conditions = keys.map { " AND \(alias).\($0) = u.\($0)" }
    return """
      SELECT r.*
      FROM (SELECT \(arrays.joined(separator: ", "))\(inKeyOrder ? " ORDER BY 1" : "")) u
      CROSS JOIN LATERAL (
        SELECT \(columns) FROM \(table) \(alias)
        WHERE \(alias).slot = $1\(conditions.joined())
        \(ending)
      ) r
      """
  }
}
