package import Holdfast

/// What everybody will do on the demo's day. The same number of users and the same seed make the
/// same plan; what is refused, and so what is not sent any more, is up to the store.
package struct DemoPlan: Sendable {
  package let tenant: TenantName
  package let userCount: Int
  package let seed: UInt64
  /// The users, then the teams, then the enterprise account.
  package let accounts: [DemoAccount]
  package let jobs: [DemoJob]

  package static let tenant: TenantName = "demo/production"
  package static let unit: UnitName = "credits"
  /// Fewer users cannot meet everything that the demo shows.
  package static let userCounts = 20...10_000
  /// What JSON can carry exactly.
  package static let seeds: ClosedRange<UInt64> = 0...9_007_199_254_740_991

  /// - Parameters:
  ///   - users: A number of `userCounts`.
  ///   - seed: A number of `seeds`.
  ///   - tenant: The tenant that everything happens in.
  package init(users: Int, seed: UInt64, tenant: TenantName = DemoPlan.tenant) {
    precondition(DemoPlan.userCounts.contains(users), "a demo has 20 to 10,000 users")
    precondition(DemoPlan.seeds.contains(seed), "a seed is at most 2⁵³ − 1")
    var planner = DemoPlanner(users: users, seed: seed, tenant: tenant)
    planner.planDay()
    self.tenant = tenant
    userCount = users
    self.seed = seed
    accounts = planner.accounts
    jobs = planner.finishedJobs()
  }

  /// All calls that are planned, each as often as it is sent.
  package var callCount: Int {
    jobs.reduce(0) { sum, job in
      sum + job.steps.reduce(0) { $0 + $1.copies + ($1.altered == nil ? 0 : 1) }
    }
  }

  package func plan(of account: AccountName) -> DemoAccount.Plan? {
    accounts.first { $0.name == account }?.plan
  }
}

// MARK: Terms

extension DemoPlan {
  static let freeImages: ItemName = "image-free"
  static let proImages: ItemName = "image-pro"
  static let messages: ItemName = "chat"

  static let imagePrice: Amount = 4
  static let overagePrice: Amount = 2

  /// What the items cost and how many of them the plans include.
  package var items: [UsageItemDefinition] {
    let day = DemoDay.window(.day, in: "UTC")
    return [
      UsageItemDefinition(
        item: DemoPlan.freeImages, name: "Images, free plan",
        limits: [UsageLimit(window: day, maximum: 20)], overage: .block),
      UsageItemDefinition(
        item: DemoPlan.proImages, name: "Images, pro plan",
        limits: [UsageLimit(window: day, maximum: 200)],
        overage: .charge(
          UsagePrice(unit: DemoPlan.unit, amount: DemoPlan.overagePrice, per: 1, cap: 48))),
      UsageItemDefinition(
        item: DemoPlan.messages, name: "Messages",
        limits: [UsageLimit(window: day, maximum: 40)], overage: .block),
    ]
  }

  /// The limits an account has of its own: days begin at its midnight, and a paid plan may write
  /// more.
  package func overrides(of account: DemoAccount) -> [(item: ItemName, limits: [UsageLimit])] {
    let day = DemoDay.window(.day, in: account.zone)
    switch account.plan {
    case .free:
      return [
        (DemoPlan.freeImages, [UsageLimit(window: day, maximum: 20)]),
        (DemoPlan.messages, [UsageLimit(window: day, maximum: 40)]),
      ]
    case .pro:
      return [
        (DemoPlan.proImages, [UsageLimit(window: day, maximum: 200)]),
        (
          DemoPlan.messages,
          [UsageLimit(window: DemoDay.window(.hour, in: account.zone), maximum: 120)]
        ),
      ]
    case .team, .enterprise: return []
    }
  }
}
