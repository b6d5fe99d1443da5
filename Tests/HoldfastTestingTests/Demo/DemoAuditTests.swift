import Holdfast
import HoldfastTesting
import Testing

@Suite struct DemoAuditTests {
  @Test(arguments: LyingStore.Lie.allCases)
  func `the audit finds a store's only lie`(lie: LyingStore.Lie) async throws {
    let day = try await FinishedDay(seed: 1)
    let account: AccountName = "ada-1"
    _ = try await day.store.submit(
      Command(
        tenant: day.plan.tenant, account: account, key: "left open",
        action: .reserve(Reserve(unit: DemoPlan.unit, amount: 10))))
    #expect(try await DemoAudit.audit(day.store, day.plan).violations == [])

    let liar = LyingStore(store: day.store, lie: lie, account: account)
    let audit = try await DemoAudit.audit(liar, day.plan)
    #expect(!audit.violations.isEmpty)
    #expect(audit.violations.allSatisfy { $0.contains("ada-1") })
  }

  @Test func `figures that do not add up are not sound`() async throws {
    var figures = try await FinishedDays.shared.day(seed: 1).figures
    #expect(figures.isSound)
    figures.posted += 1
    #expect(!figures.addsUp)
    #expect(!figures.isSound)
  }

  @Test func `figures with a violation are not sound`() async throws {
    var figures = try await FinishedDays.shared.day(seed: 1).figures
    figures.audit.violations = ["I1: somebody"]
    #expect(figures.addsUp)
    #expect(!figures.isSound)
  }
}
