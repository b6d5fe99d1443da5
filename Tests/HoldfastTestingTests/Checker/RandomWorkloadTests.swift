import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct RandomWorkloadTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what random commands leave behind is sound`(seed: UInt64) async throws {
    let (contents, applied) = try await RandomWorkload.contents(seed: seed, count: 400)
    let report = try await LedgerChecker()
      .check(contentsOf: contents, tenant: RandomWorkload.tenant)
    #expect(report.violations.prefix(3) == [], "seed \(seed)")
    #expect(applied > 100, "seed \(seed)")
  }

  @Test func `random commands reach every event and every mark of a settlement`() async throws {
    var counts: [String: Int] = [:]
    for seed in 1...20 as ClosedRange<UInt64> {
      let (contents, _) = try await RandomWorkload.contents(seed: seed, count: 400)
      for account in contents.accounts {
        for row in account.balances.flatMap(\.rows) + account.meters.flatMap(\.rows) {
          counts["\(row.event)", default: 0] += 1
          counts["\(row.settlement)", default: 0] += 1
          if row.draws.contains(where: \.isRepayment) { counts["repayment", default: 0] += 1 }
        }
      }
    }
    let wanted = JournalRow.Event.allCases.map { "\($0)" } + ["late", "lapsed", "repayment"]
    #expect(wanted.filter { counts[$0] == nil } == [], "\(counts)")
  }

  /// One figure of one row, chosen by the seed; nothing else is changed.
  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `any one figure of any row that is changed is found`(seed: UInt64) async throws {
    var (contents, _) = try await RandomWorkload.contents(seed: seed % 20, count: 120)
    var random = SplitMix(seed: seed)
    let account = random.below(contents.accounts.count)
    let balances = contents.accounts[account].balances.indices
      .filter { !contents.accounts[account].balances[$0].rows.isEmpty }
    try #require(!balances.isEmpty, "seed \(seed)")
    let balance = random.pick(balances)
    let rows = contents.accounts[account].balances[balance].rows
    let index = random.below(rows.count)
    let (row, change) = changed(rows[index], &random)
    contents.accounts[account].balances[balance].rows[index] = row
    let report = try await LedgerChecker()
      .check(contentsOf: contents, tenant: RandomWorkload.tenant)
    #expect(!report.isSound, "seed \(seed): \(change) of version \(row.version), \(row.event)")
  }

  private func changed(
    _ row: JournalRow, _ random: inout SplitMix
  ) -> (row: JournalRow, change: String) {
    var row = row
    let one: Amount = random.pick([-1, 1, 1000])
    switch random.below(8) {
    case 0: return (row.with(delta: row.delta + Figures(posted: one)), "posted delta")
    case 1: return (row.with(delta: row.delta + Figures(held: one)), "held delta")
    case 2: return (row.with(after: row.after + Figures(debt: one)), "debt after")
    case 3 where !row.draws.isEmpty:
      row.draws[random.below(row.draws.count)].amount += one
      return (row, "a draw")
    case 4 where row.hold != nil:
      row.hold?.remaining += one
      return (row, "remaining")
    case 5 where row.hold != nil:
      row.hold?.settled += one
      return (row, "settled")
    case 6 where row.subject != 0:
      row.subject += 1
      return (row, "subject")
    default:
      // Later than all that follows: nothing tells when a first row stood too early.
      return (row.with(instant: row.instant.advanced(bySeconds: 10 * 86_400)), "instant")
    }
  }
}
