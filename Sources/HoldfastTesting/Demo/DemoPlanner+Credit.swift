internal import Holdfast

/// What comes in: grants and what users buy.
extension DemoPlanner {
  /// The grant of the local day that is under way, and of the one that begins during the day.
  mutating func planDailyGrants(of user: DemoAccount) {
    let midnights = DemoDay.midnights(of: user.zone)
    for (start, end) in zip(midnights, midnights.dropFirst()) {
      var job = job("grant", of: user)
      let credit = Credit(
        unit: DemoPlan.unit, amount: 150, kind: .grant, expiresAt: end, category: .promotional,
        details: Details(description: "Free plan, daily credits"))
      planGrant(credit, "grant:free:\(start)", at: max(0, DemoDay.tick(of: start)), &job)
      add(job)
    }
  }

  mutating func planMonthlyGrant(of user: DemoAccount) {
    var job = job("grant", of: user)
    let period = DemoDay.window(.month, in: user.zone)
    let bounds = WindowCalendar().bounds(of: period, containing: DemoDay.start)
    let start = bounds.start ?? DemoDay.start
    // Some subscriptions begin at noon; their credit is booked ahead.
    let isNew = user.habit == .ordinary && random.chance(perMille: 80)
    // What the month has left; whoever is new or spends much has all of it.
    let isFull = isNew || user.habit == .images
    let credit = Credit(
      unit: DemoPlan.unit, amount: isFull ? 1_500 : Amount(Int64(random.int(300...1_500))),
      kind: .grant, expiresAt: bounds.end,
      effectiveAt: isNew ? DemoDay.instant(of: DemoDay.tickCount / 2) : nil,
      details: Details(description: isNew ? "Pro plan, from noon" : "Pro plan, monthly credits"))
    planGrant(credit, "grant:pro:\(start)", at: 0, &job)
    add(job)
    if let end = bounds.end, random.chance(perMille: 100) { planRenewal(of: user, at: end) }
    guard isNew || user.habit != .ordinary || random.chance(perMille: 300) else { return }
    var balance = self.job("import", of: user)
    let bought = Credit(
      unit: DemoPlan.unit, amount: Amount(Int64(random.int(5...30)) * 100), kind: "topup",
      costBasis: 1_900, details: Details(description: "Bought credits, carried over"))
    balance.add(.credit(bought), at: 0, tenant: tenant)
    add(balance)
  }

  /// A renewal is paid before the month is over: its credit starts with the next.
  private mutating func planRenewal(of user: DemoAccount, at start: Instant) {
    var job = job("renew", of: user)
    let next = WindowCalendar().bounds(
      of: DemoDay.window(.month, in: user.zone), containing: start)
    let credit = Credit(
      unit: DemoPlan.unit, amount: 1_500, kind: .grant, expiresAt: next.end, effectiveAt: start,
      details: Details(description: "Pro plan, next month"))
    planGrant(
      credit, "grant:pro:\(start)", at: tick(of: user, inHours: 18...22), &job)
    add(job)
  }

  /// A grant under a key that names its period. The job that makes grants sometimes runs twice.
  private mutating func planGrant(
    _ credit: Credit, _ key: String, at tick: Int, _ job: inout DemoJob
  ) {
    let command = Command(
      tenant: tenant, account: job.account, key: IdempotencyKey(key), action: .credit(credit))
    job.steps.append(
      DemoJob.Step(
        tick: tick, request: .command(command), copies: random.chance(perMille: 80) ? 2 : 1))
  }

  /// Bought in the evening; the payment provider often reports a payment more than once.
  mutating func planTopUp(of user: DemoAccount, amounts: [Int64]) {
    var job = job("pay", of: user)
    let amount = random.pick(amounts)
    let credit = Credit(
      unit: DemoPlan.unit, amount: Amount(amount), kind: "topup",
      costBasis: Amount(amount * 9 / 10),
      details: Details(
        description: "Top-up of \(amount) credits",
        reference: Reference(type: "payment", id: job.id)))
    job.add(
      .credit(credit), at: tick(of: user, inHours: 18...22), tenant: tenant,
      copies: random.chance(perMille: 250) ? random.int(2...3) : 1)
    add(job)
  }
}
