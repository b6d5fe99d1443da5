/// Horizontal bars below each other, such as accounts or codes, the greatest first.
package struct BarChart: Chart {
  package struct Bar: Hashable, Sendable {
    package var label: String
    /// Whether the label is this program's own word, not somebody's text.
    package var isOwnLabel: Bool
    /// One for each series.
    package var values: [Int64]
    /// What is written behind the bar; the sum of the values unless said otherwise.
    package var text: String?

    package init(
      label: String, isOwnLabel: Bool = false, values: [Int64], text: String? = nil
    ) {
      self.label = label
      self.isOwnLabel = isOwnLabel
      self.values = values
      self.text = text
    }
  }

  package struct Series: Hashable, Sendable {
    package var name: String
    package var tone: Tone

    package init(name: String, tone: Tone) {
      self.name = name
      self.tone = tone
    }
  }

  /// How the values of a bar lie.
  package enum Layout: Sendable {
    /// One behind the other.
    case stacked
    /// Each from zero, one below the other.
    case side
  }

  package var title: String
  package var summary: String
  package var series: [Series]
  package var bars: [Bar]
  package var format: AmountFormat
  package var layout: Layout

  package init(
    title: String, summary: String, series: [Series] = [Series(name: "", tone: .series(0))],
    bars: [Bar], format: AmountFormat = .count, layout: Layout = .stacked
  ) {
    precondition(
      bars.allSatisfy { $0.values.count == series.count }, "a value for each series")
    self.title = title
    self.summary = summary
    self.series = series
    self.bars = bars
    self.format = format
    self.layout = layout
  }

  package func drawing(width: Double) -> Drawing {
    var canvas = Canvas()
    let top = Legend(entries: series.map { ($0.name, $0.tone) }).draw(on: &canvas, width: width)
    let isNarrow = width < 480
    let longest = bars.map { TextMeasure.width($0.label) }.max() ?? 0
    let left = isNarrow ? 0 : min(longest, width * 0.34) + 10
    let right = (bars.flatMap(texts).map { TextMeasure.width($0) }.max() ?? 0) + 8
    let scale = Scale.linear(from: 0, to: max(furthest, .leastNonzeroMagnitude))
    let area = PlotArea(left: left, right: width - right, top: top, bottom: top)
    var y = top
    for bar in bars {
      let label = TextMeasure.cut(bar.label, toWidth: isNarrow ? width : left - 10)
      let hint = label == bar.label ? "" : bar.label
      let style = bar.isOwnLabel ? "label own" : "label"
      let height = rowHeight
      if isNarrow {
        canvas.text(label, x: 0, y: y + 13, style: style, hint: hint)
        y += 18
      } else {
        canvas.text(
          label, x: left - 8, y: y + height / 2 + 1, anchor: .end, style: style, hint: hint)
      }
      draw(bar, scale, area, y: y, on: &canvas)
      y += height
    }
    canvas.line(x1: left, y1: top, x2: left, y2: y, style: "axis")
    return Drawing(markup: canvas.markup, height: y + 4)
  }

  private static let thickness = 16.0
  private static let thin = 12.0

  private var rowHeight: Double {
    switch layout {
    case .stacked: BarChart.thickness + 10
    case .side: BarChart.thin * Double(series.count) + 12
    }
  }

  private func draw(
    _ bar: Bar, _ scale: Scale, _ area: PlotArea, y top: Double, on canvas: inout Canvas
  ) {
    var reach = 0.0
    for (index, value) in bar.values.enumerated() {
      let size = format.scaled(value)
      let from = layout == .stacked ? reach : 0
      let x = area.x(scale.position(from))
      let end = area.x(scale.position(from + size))
      let y = layout == .stacked ? top : top + BarChart.thin * Double(index)
      let thickness = layout == .stacked ? BarChart.thickness : BarChart.thin - 1
      if size > 0 {
        canvas.box(
          x: x, y: y, width: max(end - x, 1), height: thickness, style: series[index].tone.name,
          hint: hint(bar, index))
        reach = from + size
      }
      guard layout == .side else { continue }
      canvas.text(format.full(value), x: max(end, area.left) + 6, y: y + 10, style: "value")
    }
    guard layout == .stacked else { return }
    let end = area.x(scale.position(reach))
    canvas.text(
      texts(of: bar).first ?? "", x: end + 6, y: top + BarChart.thickness - 4, style: "value")
  }

  private func texts(of bar: Bar) -> [String] {
    switch layout {
    case .stacked:
      let sum = bar.values.reduce(0 as Int64) { $0.addingReportingOverflow($1).partialValue }
      return [bar.text ?? format.full(sum)]
    case .side:
      return bar.values.map(format.full)
    }
  }

  private func hint(_ bar: Bar, _ index: Int) -> String {
    let name = series[index].name
    return "\(bar.label)\(name.isEmpty ? "" : ", \(name)"): \(format.full(bar.values[index]))"
  }

  private var furthest: Double {
    bars.map { bar in
      let sizes = bar.values.map { max(format.scaled($0), 0) }
      return layout == .stacked ? sizes.reduce(0, +) : sizes.max() ?? 0
    }.max() ?? 0
  }
}
