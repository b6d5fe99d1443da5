/// Which colour is what: a row of swatches, or several where one is too short.
struct Legend {
  var entries: [(name: String, tone: Tone)]

  private static let lineHeight = 20.0
  private static let swatch = 11.0

  /// Draws it from the top; how high it is. One series needs none.
  func draw(on canvas: inout Canvas, width: Double) -> Double {
    guard entries.count > 1 else { return 0 }
    var x = 0.0
    var y = 0.0
    for entry in entries {
      let name = TextMeasure.cut(entry.name, toWidth: min(width - 30, 260))
      let length = Legend.swatch + 6 + TextMeasure.width(name) + 14
      if x > 0, x + length > width {
        x = 0
        y += Legend.lineHeight
      }
      canvas.box(
        x: x, y: y + 2, width: Legend.swatch, height: Legend.swatch, style: entry.tone.name)
      canvas.text(
        name, x: x + Legend.swatch + 6, y: y + 12, style: "label",
        hint: name == entry.name ? "" : entry.name)
      x += length
    }
    return y + Legend.lineHeight + 6
  }
}
