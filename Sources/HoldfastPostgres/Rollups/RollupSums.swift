internal import Holdfast

/// What is to be added to the sums of one table, by key and quarter-hour.
struct RollupSums<Table: RollupTable>: Sendable {
  private struct Place: Hashable {
    let key: Table.Key
    let start: Instant
  }

  private var sums: [Place: Table.Figures] = [:]

  var isEmpty: Bool { sums.isEmpty }
  var count: Int { sums.count }

  mutating func add(_ figures: Table.Figures, at instant: Instant, _ key: Table.Key) {
    guard !figures.isZero else { return }
    let place = Place(key: key, start: RollupSpan.quarter.start(of: instant))
    sums[place, default: Table.Figures()].addCapped(figures)
  }

  /// The figures for the buckets of every length.
  private func bySpan() -> [(span: RollupSpan, sums: [Place: Table.Figures])] {
    RollupSpan.allCases.map { span in
      guard span != .quarter else { return (span, sums) }
      var longer: [Place: Table.Figures] = [:]
      for (place, figures) in sums {
        let start = span.start(of: place.start)
        longer[Place(key: place.key, start: start), default: Table.Figures()].addCapped(figures)
      }
      return (span, longer)
    }
  }

  /// The parameters of the statement that adds them, in the rows of this writer.
  func parameters(slot: Int16, writer: Int64) -> [Parameter] {
    let spans = bySpan()
    let count = spans.reduce(0) { $0 + $1.sums.count }
    var seconds = ColumnBuffer.int4(capacity: count)
    var starts = ColumnBuffer.timestamptz(capacity: count)
    var texts = Table.keyColumns.map { _ in ColumnBuffer.text(capacity: count) }
    var values = Table.Figures.columns.map { _ in ColumnBuffer.int8(capacity: count) }
    for (span, sums) in spans {
      for (place, figures) in sums where !figures.isZero {
        seconds.append(int4: span.rawValue)
        starts.append(timestamptz: place.start.microseconds)
        for (index, text) in Table.texts(of: place.key).enumerated() {
          texts[index].append(text: text)
        }
        for (index, value) in figures.values.enumerated() { values[index].append(int8: value) }
      }
    }
    var parameters: [Parameter] = [.int2(slot), .int8(writer)]
    parameters.append(seconds.parameter())
    parameters.append(starts.parameter())
    for column in texts { parameters.append(column.parameter()) }
    for column in values { parameters.append(column.parameter()) }
    return parameters
  }
}
