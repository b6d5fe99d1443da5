/// What is drawn on: shapes and texts, by the classes of `ChartStyle`.
struct Canvas {
  private(set) var markup = Markup()

  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// - Parameter hint: What is shown while the pointer rests on it.
  mutating func box(
    x: Double, y: Double, width: Double, height: Double, style: String, hint: String = ""
  ) {
    let attributes: KeyValuePairs<StaticString, String> = [
      "class": style, "x": Canvas.number(x), "y": Canvas.number(y),
      "width": Canvas.number(width), "height": Canvas.number(height),
    ]
    guard !hint.isEmpty else {
      return add(Markup(empty: "rect", attributes))
    }
    add(Markup("rect", attributes) { Markup("title") { hint } })
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, style: String) {
    add(
      Markup(
        empty: "line",
        [
          "class": style, "x1": Canvas.number(x1), "y1": Canvas.number(y1),
          "x2": Canvas.number(x2), "y2": Canvas.number(y2),
        ]))
  }

  /// A line through the points.
  mutating func curve(_ points: [(x: Double, y: Double)], style: String) {
    guard let first = points.first else { return }
    var path = "M\(Canvas.number(first.x)) \(Canvas.number(first.y))"
    for point in points.dropFirst() {
      path += "L\(Canvas.number(point.x)) \(Canvas.number(point.y))"
    }
    // A single point is to be seen as a dot.
    if points.count == 1 { path += "h0" }
    add(Markup(empty: "path", ["class": style, "d": path]))
  }

  /// One line of text; nothing is drawn of an empty one.
  ///
  /// - Parameter hint: What is shown while the pointer rests on it, such as the whole of a cut text.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, style: String = "tick",
    hint: String = ""
  ) {
    guard !text.isEmpty else { return }
    add(
      Markup(
        "text",
        [
          "class": style, "x": Canvas.number(x), "y": Canvas.number(y),
          "text-anchor": anchor.rawValue,
        ]
      ) {
        text.isolated
        if !hint.isEmpty { Markup("title") { hint } }
      })
  }

  mutating func group(_ hint: String, _ draw: (inout Canvas) -> Void) {
    var inner = Canvas()
    draw(&inner)
    add(
      Markup("g") {
        Markup("title") { hint }
        Markup.lineBreak
        inner.markup
      })
  }

  private mutating func add(_ piece: Markup) {
    markup.add(piece.onItsOwnLine)
  }

  /// With at most one digit behind the point.
  static func number(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    let text = AmountFormat(precision: 1).plain(tenths)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
