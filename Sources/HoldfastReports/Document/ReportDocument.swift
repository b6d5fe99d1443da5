/// A report as it is read: what it is about, its figures at a glance, and its sections.
///
/// Terminal and web page show the same document. Texts in it are `printable`.
package struct ReportDocument: Sendable {
  /// `Consumption of credits`.
  package var title: String
  /// Whose figures and when: `demo/production, March 2026 by day, Europe/Berlin`.
  package var subtitle: String
  package var headlines: [Headline]
  /// What has to be known of all of it, such as that it can still change; whole sentences.
  package var notes: [String]
  package var sections: [Section]

  package init(
    title: String, subtitle: String, headlines: [Headline] = [], notes: [String] = [],
    sections: [Section]
  ) {
    self.title = title
    self.subtitle = subtitle
    self.headlines = headlines
    self.notes = notes
    self.sections = sections
  }

  /// A figure at a glance.
  package struct Headline: Hashable, Sendable {
    package var label: String
    package var value: String
    /// What it is beside something else; empty for nothing.
    package var remark: String

    package init(_ label: String, _ value: String, remark: String = "") {
      self.label = label
      self.value = value
      self.remark = remark
    }
  }

  /// A picture, the table behind it, and lines as they are; any of them may be missing.
  package struct Section: Sendable {
    package var title: String
    package var chart: (any Chart)?
    package var table: ReportTable?
    /// Lines whose columns are made of spaces, in a face of one width.
    package var listing: [String]
    /// What is to be said of it; whole sentences.
    package var notes: [String]

    package init(
      _ title: String, chart: (any Chart)? = nil, table: ReportTable? = nil,
      listing: [String] = [], notes: [String] = []
    ) {
      self.title = title
      self.chart = chart
      self.table = table
      self.listing = listing
      self.notes = notes
    }
  }
}
