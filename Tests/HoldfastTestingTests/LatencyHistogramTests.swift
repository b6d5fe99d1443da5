import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyHistogramTests {
  @Test func `without durations every quantile is 0`() {
    #expect(LatencyHistogram().quantile(0.5) == 0)
    #expect(LatencyHistogram().count == 0)
  }

  @Test(arguments: [0, 1, 63, 64, 127, 128, 1000, 123_456_789, 60_000_000_000])
  func `one duration is told at 1,6 percent too high at most`(nanoseconds: Int64) {
    var histogram = LatencyHistogram()
    histogram.record(nanoseconds: nanoseconds)
    for share in [0, 0.5, 0.999, 1] {
      let told = histogram.quantile(share)
      #expect(told >= Double(nanoseconds))
      #expect(told <= Double(nanoseconds) * (1 + 1 / 64.0))
    }
  }

  @Test func `quantiles are those of the sorted durations`() {
    var histogram = LatencyHistogram()
    var random = SplitMix(seed: 7)
    // From a nanosecond to minutes, each power of two as often.
    let durations = (0..<10_000).map { _ in
      random.number(1...(1 << random.number(1...38)))
    }
    for duration in durations { histogram.record(nanoseconds: duration) }
    let sorted = durations.sorted()
    for share in [0.01, 0.5, 0.9, 0.99, 0.999, 1] {
      let exact = Double(sorted[Int((Double(sorted.count) * share).rounded(.up)) - 1])
      let told = histogram.quantile(share)
      #expect(told >= exact && told <= exact * (1 + 1 / 64.0))
    }
  }

  @Test func `two added tell what one with all durations tells`() {
    var all = LatencyHistogram()
    var parts = [LatencyHistogram(), LatencyHistogram()]
    for nanoseconds in Int64(0)..<5000 {
      all.record(nanoseconds: nanoseconds * 997)
      parts[Int(nanoseconds % 2)].record(nanoseconds: nanoseconds * 997)
    }
    parts[0].add(parts[1])
    #expect(parts[0].count == 5000)
    for share in [0.1, 0.5, 0.999] { #expect(parts[0].quantile(share) == all.quantile(share)) }
  }

  @Test func `what is out of range counts at the ends`() {
    var histogram = LatencyHistogram()
    histogram.record(nanoseconds: -5)
    histogram.record(nanoseconds: .max)
    #expect(histogram.count == 2)
    #expect(histogram.quantile(0.5) == 0)
    #expect(histogram.quantile(1) > 500e9)
  }
}
