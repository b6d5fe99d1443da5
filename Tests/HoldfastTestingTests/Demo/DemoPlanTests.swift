import Holdfast
import HoldfastTesting
import Testing

@Suite struct DemoPlanTests {
  @Test(arguments: [(20, 1), (20, 9), (57, 3), (300, 1)])
  func `the same users and seed plan the same jobs`(users: Int, seed: UInt64) {
    let first = DemoPlan(users: users, seed: seed)
    let second = DemoPlan(users: users, seed: seed)
    #expect(first.accounts == second.accounts)
    #expect(first.jobs == second.jobs)
    #expect(first.jobs.count > users)
  }

  @Test func `another seed plans other jobs`() {
    #expect(DemoPlan(users: 20, seed: 1).jobs != DemoPlan(users: 20, seed: 2).jobs)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `two to five calls of a hundred are sent more than once`(seed: UInt64) {
    let steps = DemoPlan(users: 300, seed: seed).jobs.flatMap(\.steps)
    let repeated = steps.count { $0.copies > 1 }
    #expect((steps.count * 2 / 100...steps.count * 5 / 100).contains(repeated), "seed \(seed)")
    #expect(steps.contains { $0.altered != nil }, "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the steps of a job lie within the day, in order`(seed: UInt64) {
    for job in DemoPlan(users: 60, seed: seed).jobs {
      let ticks = job.steps.map(\.tick)
      #expect(ticks == ticks.sorted(), "seed \(seed), \(job.id)")
      #expect(ticks.allSatisfy { (0..<DemoDay.tickCount).contains($0) }, "seed \(seed), \(job.id)")
    }
  }

  @Test func `the daily grants of a zone meet at its midnight`() throws {
    let plan = DemoPlan(users: 300, seed: 1)
    let berliner = try #require(
      plan.accounts.first { $0.zone == "Europe/Berlin" && $0.plan == .free })
    let credits = plan.jobs.filter { $0.account == berliner.name }.flatMap(\.steps).compactMap {
      step -> Credit? in
      guard case .command(let command) = step.request, case .credit(let credit) = command.action
      else { return nil }
      return credit.category == .promotional && credit.kind == .grant ? credit : nil
    }
    // Berlin's 29 March 2026 ends an hour early, at 22:00 UTC.
    let midnight = Instant("2026-03-29T22:00:00Z")
    #expect(credits.map(\.expiresAt).contains(midnight))
    #expect(credits.map(\.expiresAt).contains(Instant("2026-03-30T22:00:00Z")))
  }
}
