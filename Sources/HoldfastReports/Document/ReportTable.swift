/// A table of a report, of cells that are written already.
package struct ReportTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// At the right; never cut.
      case number
      /// At the left; never cut.
      case words
      /// What somebody wrote, at the left; cut where it is long.
      case label
      /// A sentence, at the left; it may take several lines.
      case sentence
    }

    package var title: String
    package var kind: Kind
    /// What goes first where there is no room; 0 never goes.
    package var importance: Int

    package init(_ title: String, _ kind: Kind = .number, importance: Int = 0) {
      self.title = title
      self.kind = kind
      self.importance = importance
    }
  }

  package enum Cell: Hashable, Sendable {
    /// What somebody wrote, or a number.
    case text(String)
    /// This program's own words in the place of a text that is missing.
    case own(String)
    /// A row of figures as a little picture; the figures stand elsewhere.
    case trend(Sparkline)
  }

  package let columns: [Column]
  package private(set) var rows: [[Cell]] = []
  /// The sums below the columns.
  package var totals: [Cell]?

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells)
  }
}
