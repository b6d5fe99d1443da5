import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct HealthyLedgerTests {
  @Test func `a ledger in which everything happened is sound`() async throws {
    let contents = try await RichLedger.contents()
    let report = try await LedgerChecker().check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(report.violations == [])
    #expect(report.accounts == 4)
  }

  @Test func `every event stands in it, so that no canary flies past an empty cage`() async throws {
    let contents = try await RichLedger.contents()
    let rows = contents.accounts.flatMap { account in
      account.balances.flatMap(\.rows) + account.meters.flatMap(\.rows)
    }
    let events = Set(rows.map(\.event))
    #expect(Set(JournalRow.Event.allCases).subtracting(events) == [])
    let commands = Set(rows.compactMap { $0.cause?.command.action.name })
    #expect(Set(CommandName.allCases).subtracting(commands) == [.atomic])
    #expect(rows.contains { $0.settlement == .late })
    #expect(rows.contains { $0.settlement == .lapsed })
    #expect(rows.contains { $0.draws.contains { $0.isRepayment } })
  }
}
