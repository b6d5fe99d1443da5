import Testing

@testable import Holdfast

@Suite struct StatisticsAccumulatorTests {
  private let start = Instant(seconds: 1_767_225_600)

  private func sums(hours: Int64) throws -> StatisticsAccumulator<UsageFigures> {
    try StatisticsAccumulator(
      StatisticsPeriod(from: start, to: start.advanced(bySeconds: 3600 * hours), by: .hour))
  }

  private func pieces(_ amount: Int64) -> UsageFigures {
    var figures = UsageFigures()
    figures.amount = amount
    return figures
  }

  private func key(_ text: String) -> StatisticsKey { .value(ByteText(text)) }

  @Test func `the greatest groups are shown, of equals the first, and the others are one`() throws {
    var sums = try sums(hours: 2)
    let groups: [(StatisticsKey, Int64)] = [
      (key("b"), 5), (key("a"), 5), (key("d"), 9), (.none, 5), (key("c"), 1),
    ]
    for (key, amount) in groups { try sums.add(pieces(amount), at: start, key: key) }
    let table: [(Int?, [StatisticsKey], [Int64])] = [
      (nil, [key("a"), key("b"), key("c"), key("d"), .none], [5, 5, 1, 9, 5]),
      (1, [key("d"), .rest], [9, 16]),
      (2, [key("a"), key("d"), .rest], [5, 9, 11]),
      (4, [key("a"), key("b"), key("d"), .none, .rest], [5, 5, 9, 5, 1]),
      (5, [key("a"), key("b"), key("c"), key("d"), .none], [5, 5, 1, 9, 5]),
    ]
    for (top, keys, amounts) in table {
      let answer = try sums.statistics(top: top, readAt: start, isClosed: false)
      #expect(answer.groups.map(\.key) == keys)
      #expect(answer.groups.map(\.totals.amount) == amounts)
      #expect(answer.groups.allSatisfy { $0.buckets.count == 2 })
      #expect(answer.totals.amount == 25)
    }
  }

  @Test func `what lies outside the period does not count, not even as a group`() throws {
    var sums = try sums(hours: 1)
    for offset in [-1, 3_600_000_000] as [Int64] {
      try sums.add(pieces(5), at: start.advanced(byMicroseconds: offset), key: key("a"))
    }
    let answer = try sums.statistics(top: nil, readAt: start, isClosed: true)
    #expect(answer.totals == UsageFigures())
    #expect(answer.groups == [])
    #expect(answer.isClosed)
  }

  @Test func `a sum that does not fit 64 bits is refused`() throws {
    var sums = try sums(hours: 2)
    try sums.add(pieces(.max), at: start, key: nil)
    let later = start.advanced(bySeconds: 3600)
    let error = #expect(throws: LedgerError.self) { try sums.add(pieces(1), at: later, key: nil) }
    #expect(error?.code == .amountOverflow)
  }

  @Test func `groups of more figures than an answer holds are refused with their number`() throws {
    var sums = try sums(hours: 1000)
    for index in 0...1000 { try sums.add(pieces(1), at: start, key: key("\(index)")) }
    let error = #expect(throws: LedgerError.self) {
      try sums.statistics(top: nil, readAt: start, isClosed: false)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.field == "groupBy")
    #expect(error?.required == 1_001_000)
    #expect(error?.limit == 1_000_000)
    let answer = try sums.statistics(top: 900, readAt: start, isClosed: false)
    #expect(answer.groups.count == 901)
    #expect(answer.groups.last?.totals.amount == 101)
  }
}
