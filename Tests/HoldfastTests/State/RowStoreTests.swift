import Testing

@testable import Holdfast

@Suite struct RowStoreTests {
  @Test(arguments: [0, 7] as [Int64])
  func `each row is found by its version, of many`(base: Int64) {
    let rows = store(base: base, count: 1100)
    #expect(rows.lastVersion == base + 1100)
    #expect(rows.all.map(\.version) == Array(base + 1...base + 1100))
    for version in base + 1...base + 1100 {
      #expect(rows[version]?.version == version)
      #expect(rows.withRow(version) { $0.version } == version)
    }
    #expect(rows[base + 1101] == nil)
  }

  @Test func `rows taken back leave those before them, and room for others`() {
    var rows = store(base: 0, count: 600)
    for left in (0..<600).reversed() {
      rows.removeLast()
      #expect(rows.lastVersion == Int64(left))
      #expect(rows[Int64(left + 1)] == nil)
      #expect(rows[Int64(left)]?.version == (left == 0 ? nil : Int64(left)))
    }
    rows.append(row(1))
    #expect(rows.all.map(\.version) == [1])
  }

  @Test func `what closed a reservation stands beside the row that opened it`() {
    var rows = store(base: 0, count: 300)
    for version in 1...300 as ClosedRange<Int64> {
      #expect(rows.closer(of: version) == 0)
      rows.setCloser(of: version, to: 1000 + version)
    }
    for version in 1...300 as ClosedRange<Int64> {
      #expect(rows.closer(of: version) == 1000 + version)
      #expect(rows[version]?.version == version)
    }
    #expect(rows.closer(of: 301) == 0)
  }

  private func store(base: Int64, count: Int64) -> RowStore {
    var rows = RowStore(base: base)
    for version in base + 1...base + count { rows.append(row(version)) }
    return rows
  }

  private func row(_ version: Int64) -> JournalRow {
    JournalRow(
      version: version, instant: Instant(microseconds: version), event: .debit,
      delta: Figures(posted: -1), after: .zero)
  }
}
