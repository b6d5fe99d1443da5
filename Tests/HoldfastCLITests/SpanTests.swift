import Testing

@testable import HoldfastCLI

@Suite struct SpanTests {
  @Test(arguments: [
    ("30m", 1800), ("24h", 86_400), ("7d", 604_800), ("2w", 1_209_600), ("1s", 1),
    ("3155760000s", 3_155_760_000),
  ])
  func `a span is a number and a unit`(text: String, seconds: Int) {
    #expect(ExplainCommand.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "h", "24", "0h", "-1h", "+1h", "1.5h", "24 h", "24H", "3155760001s", "9999999999999999999d",
  ])
  func `whatever else is no span`(text: String) {
    #expect(ExplainCommand.seconds(text) == nil)
  }
}
