internal import Holdfast

/// What support does by hand, and what goes wrong.
extension DemoPlanner {
  /// How often a rare thing happens: once, and more on a larger day.
  private var rarely: Int { max(1, userCount / 100) }

  mutating func planSupport() {
    for _ in 0..<rarely {
      planChargeback(of: random.pick(users(.pro)))
      planVoid(of: random.pick(users(.free)))
      planGoodwill(for: random.pick(users(.free)))
      planDoubleRefund(of: random.pick(users(.team)))
    }
  }

  /// A payment is charged back after a part of its credit was spent: the rest of it is taken back.
  private mutating func planChargeback(of user: DemoAccount) {
    var job = job("fraud", of: user)
    let tick = random.int(10...200)
    let credit = Credit(
      unit: DemoPlan.unit, amount: 800, kind: "topup", priority: -1,
      details: Details(description: "Top-up with a stolen card"))
    job.add(.credit(credit), at: tick, tenant: tenant)
    let debit = Debit(
      unit: DemoPlan.unit, amount: 350, details: Details(description: "Indexing an archive"))
    job.add(.debit(debit), at: tick + 1, tenant: tenant)
    follow(.reverse(amount: nil, reason: "payment charged back"), 0, at: tick + 6, &job)
    add(job)
  }

  /// A welcome bonus is voided when the account turns out to be the user's fifth.
  private mutating func planVoid(of user: DemoAccount) {
    var job = job("bonus", of: user)
    let tick = random.int(10...200)
    let credit = Credit(
      unit: DemoPlan.unit, amount: 200, priority: 5, category: .promotional,
      details: Details(description: "Welcome bonus"))
    job.add(.credit(credit), at: tick, tenant: tenant)
    follow(.voidLot, 0, at: tick + 30, &job)
    add(job)
  }

  /// Credit for an outage, first for an hour, then for a week.
  private mutating func planGoodwill(for user: DemoAccount) {
    var job = job("sorry", of: user)
    let tick = random.int(100...230)
    let credit = Credit(
      unit: DemoPlan.unit, amount: 60, kind: "refund",
      expiresAt: DemoDay.instant(of: tick + 12), category: .promotional,
      details: Details(description: "Sorry for the outage"))
    job.add(.credit(credit), at: tick, tenant: tenant)
    let week = DemoDay.instant(of: tick).advanced(bySeconds: 604_800)
    follow(.moveExpiry(week), 0, at: tick + 2, &job)
    add(job)
  }

  /// A charge is refunded in part, and once more in full by a colleague.
  private mutating func planDoubleRefund(of user: DemoAccount) {
    var job = job("index", of: user)
    let tick = random.int(100...230)
    let debit = Debit(
      unit: DemoPlan.unit, amount: 40, details: Details(description: "Indexing a file, failed"))
    job.add(.debit(debit), at: tick, tenant: tenant)
    follow(.reverse(amount: 30, reason: "goodwill"), 0, at: tick + 4, &job)
    follow(.reverse(amount: 40, reason: "goodwill"), 0, at: tick + 6, &job)
    add(job)
  }

  private func follow(
    _ follow: DemoJob.Follow, _ step: Int, at tick: Int, _ job: inout DemoJob
  ) {
    let key = IdempotencyKey("\(job.id)#\(job.steps.count)")
    job.steps.append(
      DemoJob.Step(
        tick: tick, request: .following(step: step, key: key, follow), ifRefused: .goOn))
  }
}

/// A release of the app that computes wrong amounts in the afternoon, and clients that name what
/// is not there.
extension DemoPlanner {
  mutating func planMistakes() {
    for _ in 0..<max(4, userCount / 20) { planWrongAmounts(of: random.pick(users(.pro))) }
    for _ in 0..<rarely {
      planOverflow(of: random.pick(users(.team)))
      planUnknownNames(of: random.pick(users(.pro)))
    }
  }

  /// Settles tokens as if they were credits, or the difference the wrong way round; once the
  /// release is withdrawn the right amount goes through under the same key.
  private mutating func planWrongAmounts(of user: DemoAccount) {
    var job = job("chat", of: user)
    let tick = random.int(168...178)
    let used = Int64(random.int(4...20))
    let reserve = Reserve(
      unit: DemoPlan.unit, amount: 20, expiresInSeconds: 1_200,
      details: Details(description: "Chat, app 7.3.0"))
    job.add(.reserve(reserve), at: tick, tenant: tenant)
    let key = job.key(of: .settle)
    for (offset, amount) in [used * 1_000, -used, used].enumerated() {
      let settle = Settle(
        reservation: job.reservation, amount: Amount(amount), overage: .reject)
      let command = Command(
        tenant: tenant, account: user.name, key: key, action: .settle(settle))
      job.steps.append(
        DemoJob.Step(
          tick: tick + offset / 2, request: .command(command),
          ifRefused: .goOn))
    }
    add(job)
  }

  /// A credit whose amount is what a 53-bit integer can be at most, on a pool that is never empty.
  private mutating func planOverflow(of team: DemoAccount) {
    var job = job("pay", of: team)
    let credit = Credit(unit: DemoPlan.unit, amount: .maximum, kind: "topup")
    job.add(.credit(credit), at: random.int(168...179), tenant: tenant)
    add(job)
  }

  private mutating func planUnknownNames(of user: DemoAccount) {
    var job = job("lost", of: user)
    let tick = random.int(20...260)
    job.add(
      .settle(Settle(reservation: .key("chat-of-yesterday"), amount: 5)), at: tick,
      tenant: tenant, ifRefused: .goOn)
    job.add(
      .recordUsage(RecordUsage(item: "imgae")), at: tick, tenant: tenant, ifRefused: .goOn)
    add(job)
  }
}
