/// Figures as rows for other programs: one a row, all of the same columns.
package struct Records: Hashable, Sendable {
  package enum Field: Hashable, Sendable {
    /// What somebody wrote, as it was written.
    case text(String)
    /// A number or an instant, written by this program.
    case plain(String)
    /// There is none.
    case none
  }

  package let columns: [String]
  package private(set) var rows: [[Field]] = []

  package init(columns: [String]) {
    self.columns = columns
  }

  package mutating func add(_ row: [Field]) {
    precondition(row.count == columns.count, "a row has a field for each column")
    rows.append(row)
  }
}
