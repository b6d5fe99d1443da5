import Testing

@testable import Holdfast

@Suite struct DurationHistogramTests {
  private static let values: [Int64] = [
    0, 1, 63, 64, 65, 127, 128, 129, 1_000, 65_535, 65_536, 1_000_000, 86_400_000_000,
    608_400_000_000, Int64.max - 1, Int64.max,
  ]

  @Test(arguments: values)
  func `a duration is never shown too short, and at most 1.6 % too long`(value: Int64) {
    let greatest = DurationHistogram.greatest(
      ofClass: DurationHistogram.classIndex(of: value))
    #expect(greatest >= value)
    #expect(Double(greatest - value) <= Double(value) / 64)
  }

  @Test func `classes follow each other without gap or overlap`() {
    var last: Int64 = -1
    for index in Int16(0)...3000 {
      let greatest = DurationHistogram.greatest(ofClass: index)
      #expect(greatest > last)
      #expect(DurationHistogram.classIndex(of: greatest) == index)
      #expect(DurationHistogram.classIndex(of: last + 1) == index)
      last = greatest
    }
  }

  @Test func `a percentile is the shortest that so many do not exceed`() throws {
    var times = DurationHistogram()
    #expect(times.percentile(50) == nil)
    for value in 1...50 as ClosedRange<Int64> { try times.add(microseconds: value) }
    let table: [(Double, Int64)] = [
      (-1, 1), (0, 1), (2, 1), (2.1, 2), (50, 25), (99, 50), (100, 50), (200, 50),
    ]
    for (percent, value) in table {
      #expect(times.percentile(percent) == .microseconds(value), "\(percent)")
    }
  }

  @Test func `histograms add up, and a count past 64 bits is refused`() throws {
    var first = DurationHistogram()
    var second = DurationHistogram()
    try first.add(microseconds: 5)
    try second.add(microseconds: 5)
    try second.add(microseconds: -1)
    try first.add(second)
    #expect(first.counts == [5: 2, 0: 1])
    #expect(first.count == 3)
    try second.add(.max, inClass: 7)
    let full = second
    #expect(throws: LedgerError.self) { try second.add(full) }
  }
}
