/// Lines through points, over time or any other number, on axes that may be logarithmic.
package struct LineChart: Chart {
  package struct Point: Hashable, Sendable {
    package var x: Double
    /// `nil` where nothing was measured: the line has a gap there.
    package var y: Double?

    package init(x: Double, y: Double?) {
      self.x = x
      self.y = y
    }
  }

  package struct Line: Hashable, Sendable {
    package var name: String
    package var tone: Tone
    package var isDashed: Bool
    /// With `x` never decreasing.
    package var points: [Point]

    package init(name: String, tone: Tone, isDashed: Bool = false, points: [Point]) {
      self.name = name
      self.tone = tone
      self.isDashed = isDashed
      self.points = points
    }
  }

  /// Something that happened at a place of the horizontal axis, or from one to another.
  package struct Mark: Hashable, Sendable {
    package var x: Double
    package var until: Double?
    package var label: String

    package init(x: Double, until: Double? = nil, label: String) {
      self.x = x
      self.until = until
      self.label = label
    }
  }

  package var title: String
  package var summary: String
  package var lines: [Line]
  /// The horizontal axis.
  package var along: Axis
  /// The vertical axis.
  package var up: Axis
  package var marks: [Mark]

  package init(
    title: String, summary: String, lines: [Line], along: Axis, up: Axis, marks: [Mark] = []
  ) {
    self.title = title
    self.summary = summary
    self.lines = lines
    self.along = along
    self.up = up
    self.marks = marks
  }

  package func drawing(width: Double) -> Drawing {
    var canvas = Canvas()
    var top = Legend(entries: lines.map { ($0.name, $0.tone) }).draw(on: &canvas, width: width)
    let height = width < 480 ? 240.0 : 300.0
    // The labels of the marks have a line of their own, above the title of the axis.
    let labels = top + 12
    top += marks.isEmpty ? 0 : 18
    let area = PlotArea.draw(
      up, on: &canvas, width: width, top: top, height: height,
      footing: along.title.isEmpty ? 26 : 44)
    drawMarks(area, labels: labels, on: &canvas)
    for line in lines { draw(line, area, on: &canvas) }
    let ticks = along.scale.ticks(Int(area.width / 80), smallest: along.smallestStep)
    canvas.line(x1: area.left, y1: area.bottom, x2: area.right, y2: area.bottom, style: "axis")
    for tick in ticks {
      let x = area.x(along.scale.position(tick))
      canvas.line(x1: x, y1: area.bottom, x2: x, y2: area.bottom + 4, style: "axis")
    }
    area.drawBelow(ticks.map { (along.scale.position($0), along.label($0)) }, on: &canvas)
    canvas.text(along.title, x: area.right, y: area.bottom + 36, anchor: .end)
    return Drawing(markup: canvas.markup, height: top + height)
  }

  private func draw(_ line: Line, _ area: PlotArea, on canvas: inout Canvas) {
    let style = "line \(line.tone.name)" + (line.isDashed ? " dashed" : "")
    for run in line.points.split(whereSeparator: { $0.y == nil }) {
      var points: [(x: Double, y: Double)] = []
      for point in run {
        guard let value = point.y else { continue }
        points.append(
          (area.x(along.scale.position(point.x)), area.y(up.scale.position(value))))
      }
      canvas.curve(LineChart.thinned(points), style: style)
    }
  }

  /// Of many points above one pixel the first, the highest, the lowest and the last.
  private static func thinned(
    _ points: [(x: Double, y: Double)]
  ) -> [(x: Double, y: Double)] {
    var kept: [(x: Double, y: Double)] = []
    var rest = points[...]
    while let first = rest.first {
      let count = rest.firstIndex { $0.x - first.x >= 1 } ?? rest.endIndex
      let column = rest[rest.startIndex..<count]
      rest = rest[count...]
      let indices = column.indices
      let chosen = [
        indices.first, indices.min { column[$0].y < column[$1].y },
        indices.max { column[$0].y < column[$1].y }, indices.last,
      ].compactMap { $0 }
      kept += Set(chosen).sorted().map { column[$0] }
    }
    return kept
  }

  /// Labels stand above the plot; one that would run into the last is left to the pointer.
  private func drawMarks(_ area: PlotArea, labels: Double, on canvas: inout Canvas) {
    var free = -Double.infinity
    for mark in marks.sorted(by: { $0.x < $1.x }) {
      let x = area.x(along.scale.position(mark.x))
      if let until = mark.until {
        let end = area.x(along.scale.position(until))
        canvas.box(
          x: x, y: area.top, width: max(end - x, 1), height: area.height, style: "band",
          hint: mark.label)
      }
      canvas.group(mark.label) { canvas in
        canvas.line(x1: x, y1: area.top - 4, x2: x, y2: area.bottom, style: "mark")
      }
      let length = TextMeasure.width(mark.label)
      let start = min(max(x, 0), area.right - length)
      guard start >= free else { continue }
      canvas.text(mark.label, x: start, y: labels, style: "marked")
      free = start + length + 8
    }
  }
}
