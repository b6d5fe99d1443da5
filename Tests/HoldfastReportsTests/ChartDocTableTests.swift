import Testing

@testable import HoldfastReports

/// What the charts look like, so that a change of it is a decision.
@Suite struct ChartDocTableTests {
  static let samples: [(name: String, chart: any Chart)] = [
    ("columns", ChartSamples.columns), ("bars", ChartSamples.bars), ("pairs", ChartSamples.pairs),
    ("timeline", ChartSamples.timeline), ("percentiles", ChartSamples.percentiles),
  ]

  @Test("a chart is drawn as it was before", arguments: samples.map(\.name))
  func chart(name: String) throws {
    let chart = try #require(ChartDocTableTests.samples.first { $0.name == name }?.chart)
    try Golden.check(
      chart.standaloneSVG(caption: "demo/production, March 2026"), "chart-\(name).svg")
    try Golden.check(
      chart.standaloneSVG(caption: "demo/production", width: 390), "chart-\(name)-narrow.svg")
  }
}
