internal import Holdfast

/// What a kind of report is made of.
struct FigureWords<Figures: StatisticsFigures>: Sendable {
  /// Its name in JSON and on the command line.
  var name: String
  /// `Consumption of credits`.
  var title: String
  /// In the order of their columns.
  var measures: [Measure<Figures>]
  var derived: [Derived<Figures>] = []
  /// The name of the measure that groups are compared by.
  var main: String
  /// The names of the measures that stand on each other in the chart over time, where there are no
  /// groups.
  var stack: [String]
  /// How the bars of a group lie, and the names of their measures.
  var bars: (layout: BarChart.Layout, names: [String])
  /// What of the column with shares goes first where there is no room; `nil` for no such column.
  var shareImportance: Int? = 1
  /// At a glance.
  var headlines: [ReportDocument.Headline] = []
  /// What is to be said of all of it; whole sentences.
  var notes: [String] = []
  /// What is to be said of the groups; whole sentences.
  var groupNotes: [String] = []

  func measure(_ name: String) -> Measure<Figures> {
    guard let measure = measures.first(where: { $0.name == name }) else {
      preconditionFailure("a report has the measures that it names")
    }
    return measure
  }
}
