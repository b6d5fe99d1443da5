import Testing

@testable import HoldfastReports

@Suite struct ChartTests {
  @Test("linear axes begin at zero, end beyond every value, and mark round numbers")
  func linear() {
    let scale = Scale.linear(covering: [3, 97], ticks: 5)
    #expect(scale == .linear(from: 0, to: 100))
    #expect(scale.ticks(5) == [0, 20, 40, 60, 80, 100])
    #expect(Scale.linear(covering: [-7, 3], ticks: 5) == .linear(from: -7, to: 4))
    #expect(Scale.linear(covering: [], ticks: 5) == .linear(from: 0, to: 1))
    #expect(Scale.linear(covering: [2], ticks: 5, smallest: 1) == .linear(from: 0, to: 2))
    #expect(Scale.linear(from: 0, to: 2).ticks(6, smallest: 1) == [0, 1, 2])
  }

  @Test("logarithmic axes have decades, and percentiles a nine each")
  func logarithmic() {
    let scale = Scale.logarithmic(covering: [0, 0.3, 250])
    #expect(scale == .logarithmic(from: 0.1, to: 1000))
    #expect(scale.position(0) == 0)
    #expect(abs(scale.position(10) - 0.5) < 1e-9)
    let nines = Scale.nines(upTo: 0.9999)
    #expect(abs(nines.position(0.99) - 0.5) < 1e-9)
    #expect(nines.position(1) == 1)
    #expect(nines.ticks(9) == [0, 0.5, 0.9, 0.99, 0.999, 0.9999])
    #expect(nines.ticks(9).map(Axis.percent).last == "99.99 %")
  }

  @Test("positions of what is no number lie on the axis")
  func positions() {
    for scale in [Scale.linear(from: 0, to: 0), .logarithmic(from: 1, to: 1), .nines(upTo: 0.9)] {
      for value in [Double.nan, .infinity, -.infinity, -1, 0, 5] {
        #expect((0...1).contains(scale.position(value)), "\(scale) \(value)")
      }
    }
  }

  @Test("many buckets are drawn as sums of neighbours, and the axis says so")
  func merged() {
    let values = (0..<10_000).map { Int64($0 % 7) }
    let chart = ColumnChart(
      title: "Many", summary: "", columns: values.map { .init(label: "\($0)", name: "\($0)") },
      series: [.init(name: "all", tone: .series(0), values: values)])
    let drawing = chart.drawing(width: 800)
    #expect(drawing.markup.source.contains("buckets to a column"))
    #expect(drawing.markup.source.ranges(of: "<rect").count < 300)
  }

  @Test("charts of nothing, of overflowing sums and of single points can be drawn")
  func extremes() {
    let nothing = ColumnChart(title: "", summary: "", columns: [], series: [])
    #expect(nothing.drawing(width: 400).height > 0)
    let bars = BarChart(
      title: "", summary: "",
      series: [.init(name: "a", tone: .rest), .init(name: "b", tone: .series(0))],
      bars: [
        .init(label: "most", values: [.max, .max]), .init(label: "least", values: [.min, 0]),
      ])
    #expect(!bars.standaloneSVG().contains("nan"))
    let line = LineChart(
      title: "", summary: "",
      lines: [.init(name: "", tone: .rest, points: [.init(x: 1, y: 1), .init(x: 2, y: nil)])],
      along: Axis("", scale: .linear(from: 0, to: 1)),
      up: Axis("", scale: .logarithmic(covering: [])))
    #expect(line.standaloneSVG(width: 300).contains("h0"))
  }
}
