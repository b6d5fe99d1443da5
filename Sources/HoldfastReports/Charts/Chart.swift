/// A picture of figures, drawn as SVG for whatever width there is.
///
/// Everything that it shows is also in the table behind it: a picture is never the only place of a
/// figure.
package protocol Chart: Sendable {
  /// What it shows, in a few words.
  var title: String { get }
  /// What is to be seen in it, for who cannot see it: a sentence or two.
  var summary: String { get }

  /// Draws it.
  ///
  /// - Parameter width: In pixels; below 480 it is drawn for a phone.
  func drawing(width: Double) -> Drawing
}

extension Chart {
  /// The chart for a page that has `ChartStyle.rules` and shows the title itself.
  ///
  /// - Parameter id: Unique in the page.
  package func inlineSVG(id: String, width: Double) -> Markup {
    let drawing = drawing(width: width)
    return Markup("svg", frame(id: id, width, drawing.height)) {
      heading(id: id)
      drawing.markup
    }
  }

  /// The chart as a file of its own, with its title and caption to be seen.
  ///
  /// - Parameter caption: What it is about: whose figures, when.
  package func standaloneSVG(caption: String = "", width: Double = 860) -> String {
    let margin = 20.0
    let drawing = drawing(width: width - 2 * margin)
    var canvas = Canvas()
    var top = 12.0
    for line in TextMeasure.lines(title, width: width - 2 * margin, size: 17.5) {
      top += 22
      canvas.text(line, x: margin, y: top, style: "title")
    }
    for line in TextMeasure.lines(caption, width: width - 2 * margin, size: 13) {
      top += 19
      canvas.text(line, x: margin, y: top, style: "caption")
    }
    top += 14
    let height = top + drawing.height + 14
    let svg = Markup("svg", frame(id: "chart", width, height)) {
      heading(id: "chart")
      Markup(style: ChartStyle.rules).onItsOwnLine
      Markup(empty: "rect", ["class": "ground", "width": "100%", "height": "100%"]).onItsOwnLine
      canvas.markup
      Markup("g", ["transform": "translate(\(Canvas.number(margin)) \(Canvas.number(top)))"]) {
        Markup.lineBreak
        drawing.markup
      }
    }
    return svg.source + "\n"
  }

  private func frame(
    id: String, _ width: Double, _ height: Double
  ) -> KeyValuePairs<StaticString, String> {
    [
      "xmlns": "http://www.w3.org/2000/svg",
      "viewBox": "0 0 \(Canvas.number(width)) \(Canvas.number(height))",
      "width": Canvas.number(width), "height": Canvas.number(height),
      "class": "chart", "role": "img", "aria-labelledby": "\(id)-title \(id)-summary",
    ]
  }

  private func heading(id: String) -> Markup {
    var heading = Markup.lineBreak
    heading.add(Markup("title", ["id": "\(id)-title"]) { title }.onItsOwnLine)
    heading.add(Markup("desc", ["id": "\(id)-summary"]) { summary }.onItsOwnLine)
    return heading
  }
}
