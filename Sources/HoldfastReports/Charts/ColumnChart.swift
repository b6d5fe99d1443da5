/// Stacked columns side by side, such as the buckets of a period.
package struct ColumnChart: Chart {
  package struct Column: Hashable, Sendable {
    /// Below the column, where there is room.
    package var label: String
    /// What it is in full, shown while the pointer rests on it.
    package var name: String

    package init(label: String, name: String) {
      self.label = label
      self.name = name
    }
  }

  package struct Series: Hashable, Sendable {
    package var name: String
    package var tone: Tone
    /// One for each column. What is below zero is drawn downwards.
    package var values: [Int64]

    package init(name: String, tone: Tone, values: [Int64]) {
      self.name = name
      self.tone = tone
      self.values = values
    }
  }

  package var title: String
  package var summary: String
  package var columns: [Column]
  /// From the bottom up.
  package var series: [Series]
  package var format: AmountFormat
  /// What the values are.
  package var axis: String

  package init(
    title: String, summary: String, columns: [Column], series: [Series],
    format: AmountFormat = .count, axis: String = ""
  ) {
    precondition(
      series.allSatisfy { $0.values.count == columns.count }, "a value for each column")
    self.title = title
    self.summary = summary
    self.columns = columns
    self.series = series
    self.format = format
    self.axis = axis
  }

  /// Columns narrower than this are drawn together.
  private static let narrowest = 3.0

  package func drawing(width: Double) -> Drawing {
    let most = Int((width - 60) / ColumnChart.narrowest)
    let perColumn = max(1, (columns.count + most - 1) / max(most, 1))
    return perColumn > 1
      ? merged(perColumn).drawn(width: width, note: "\(perColumn) buckets to a column")
      : drawn(width: width, note: "")
  }

  private func drawn(width: Double, note: String) -> Drawing {
    var canvas = Canvas()
    let top = Legend(entries: series.map { ($0.name, $0.tone) }).draw(on: &canvas, width: width)
    let height = width < 480 ? 230.0 : 290.0
    let title = [axis, note].filter { !$0.isEmpty }.joined(separator: ", ")
    let axis = Axis(
      title, scale: .linear(covering: extents, ticks: Int(height / 46), smallest: smallest),
      smallestStep: smallest)
    let area = PlotArea.draw(
      axis, on: &canvas, width: width, top: top, height: height, footing: 26)
    let pitch = area.width / Double(max(columns.count, 1))
    for index in columns.indices {
      canvas.group(hint(index)) { canvas in
        draw(index, pitch, axis.scale, area, on: &canvas)
      }
    }
    drawLabels(pitch, area, on: &canvas)
    return Drawing(markup: canvas.markup, height: top + height)
  }

  private func draw(
    _ index: Int, _ pitch: Double, _ scale: Scale, _ area: PlotArea, on canvas: inout Canvas
  ) {
    let gap = min(pitch * 0.22, 10)
    let x = area.left + Double(index) * pitch + gap / 2
    let zero = area.y(scale.position(0))
    var (up, down) = (0.0, 0.0)
    for one in series {
      let value = format.scaled(one.values[index])
      let from = value < 0 ? down : up
      if value < 0 { down += value } else { up += value }
      let ends = [area.y(scale.position(from)), area.y(scale.position(from + value))]
      let height = abs(ends[0] - ends[1])
      guard height > 0 else { continue }
      // What is there is to be seen, be it a pixel.
      canvas.box(
        x: x, y: min(min(ends[0], ends[1]), value < 0 ? zero : zero - 1), width: pitch - gap,
        height: max(height, 1), style: one.tone.name)
    }
  }

  private func drawLabels(_ pitch: Double, _ area: PlotArea, on canvas: inout Canvas) {
    let widest = columns.map { TextMeasure.width($0.label) }.max() ?? 0
    let every = max(1, Int(((widest + 10) / pitch).rounded(.up)))
    let labels = columns.enumerated().filter { $0.offset % every == 0 }.map { column in
      (
        position: (Double(column.offset) + 0.5) * pitch / max(area.width, 1),
        text: column.element.label
      )
    }
    area.drawBelow(labels, on: &canvas)
  }

  private func hint(_ index: Int) -> String {
    let parts = series.filter { $0.values[index] != 0 }.map {
      "\($0.name): \(format.full($0.values[index]))"
    }
    return ([columns[index].name] + parts).joined(separator: "\n")
  }

  /// How far up and how far down each column reaches.
  private var extents: [Double] {
    columns.indices.flatMap { index in
      var (up, down) = (0.0, 0.0)
      for one in series {
        let value = format.scaled(one.values[index])
        if value < 0 { down += value } else { up += value }
      }
      return [up, down]
    }
  }

  private var smallest: Double { format.precision == 0 ? 1 : 0 }

  /// The same with so many neighbours in each column.
  private func merged(_ count: Int) -> ColumnChart {
    let starts = Array(stride(from: 0, to: columns.count, by: count))
    var chart = self
    chart.columns = starts.map { start in
      let last = columns[min(start + count, columns.count) - 1]
      let first = columns[start]
      return Column(
        label: first.label,
        name: first.name == last.name ? first.name : "\(first.name) to \(last.name)")
    }
    for index in series.indices {
      let values = series[index].values
      chart.series[index].values = starts.map { start in
        values[start..<min(start + count, values.count)].reduce(0) { sum, value in
          let (result, overflow) = sum.addingReportingOverflow(value)
          return overflow ? (sum < 0 ? .min : .max) : result
        }
      }
    }
    return chart
  }
}
