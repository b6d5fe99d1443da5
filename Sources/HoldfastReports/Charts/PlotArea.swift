/// The rectangle that values are drawn in, with the axis at its left.
struct PlotArea {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  func x(_ position: Double) -> Double { left + position * width }
  func y(_ position: Double) -> Double { bottom - position * height }

  /// Draws grid, tick labels and title of the vertical axis; what is left is for the values.
  ///
  /// - Parameters:
  ///   - axis: What the values are; its ticks are about 40 pixels apart.
  ///   - top: Where the title goes.
  ///   - footing: How much room there is to be below for the horizontal axis.
  static func draw(
    _ axis: Axis, on canvas: inout Canvas, width: Double, top: Double, height: Double,
    footing: Double
  ) -> PlotArea {
    let ticks = axis.scale.ticks(Int(height / 46), smallest: axis.smallestStep)
    let labels = ticks.map(axis.label)
    let margin = (labels.map { TextMeasure.width($0) }.max() ?? 0) + 8
    let head = axis.title.isEmpty ? 8.0 : 24.0
    let area = PlotArea(
      left: margin, right: width - 4, top: top + head, bottom: top + height - footing)
    canvas.text(TextMeasure.cut(axis.title, toWidth: width), x: 0, y: top + 12)
    for (tick, label) in zip(ticks, labels) {
      let y = area.y(axis.scale.position(tick))
      let style = tick == 0 ? "axis" : "grid"
      canvas.line(x1: area.left, y1: y, x2: area.right, y2: y, style: style)
      canvas.text(label, x: area.left - 6, y: y + 4, anchor: .end)
    }
    return area
  }

  /// Draws labels below, at their positions 0 … 1, as many as there is room for.
  func drawBelow(
    _ labels: [(position: Double, text: String)], on canvas: inout Canvas
  ) {
    var free = -Double.infinity
    for label in labels {
      let half = TextMeasure.width(label.text) / 2
      let middle = min(max(x(label.position), half), right - half + 4)
      guard middle - half >= free else { continue }
      canvas.text(label.text, x: middle, y: bottom + 17, anchor: .middle)
      free = middle + half + 10
    }
  }
}
