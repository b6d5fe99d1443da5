internal import Holdfast

/// Agents that work for a while, alone, for a team, or for the enterprise.
extension DemoPlanner {
  private static let tasks = [
    "refactoring", "market research", "data cleaning", "test writing", "site audit", "migration",
  ]

  /// A file is indexed: its price is known, so it is drawn at once.
  mutating func planIndexing(of user: DemoAccount) {
    var job = job("index", of: user)
    let debit = Debit(
      unit: DemoPlan.unit, amount: Amount(Int64(random.int(2...30))),
      details: Details(description: "Indexing a file"))
    job.add(.debit(debit), at: tick(of: user), tenant: tenant)
    add(job)
  }

  mutating func planRun(of user: DemoAccount) {
    planRun(of: user, at: tick(of: user), step: 30, overage: .drawAvailable)
  }

  /// A run over several ticks: every tick it reports and grows its hold, now and then it extends it
  /// and settles a part; some end by a crash, some overrun what is held.
  mutating func planRun(
    of account: DemoAccount, at tick: Int, step: Int64, overage: Settle.Overage
  ) {
    var job = job("run", of: account)
    let length = random.skewed(2...9)
    let isCrash = random.chance(perMille: 90)
    let reserve = Reserve(
      unit: DemoPlan.unit, amount: Amount(step), minimum: Amount(step / 2),
      expiresInSeconds: 600, graceSeconds: 300,
      onLapse: random.chance(perMille: 600) ? .chargeReported : .return,
      details: Details(description: "Agent run, \(random.pick(DemoPlanner.tasks))"))
    job.add(.reserve(reserve), at: tick, tenant: tenant)
    var used: Int64 = 0
    var settled: Int64 = 0
    for offset in 1...length {
      used += Int64(random.int(Int(step) / 3...Int(step) * 4 / 3))
      let now = tick + offset
      job.add(
        .report(
          Report(
            reservation: job.reservation, used: Amount(min(used, step * Int64(offset))))), at: now,
        tenant: tenant, ifRefused: .goOn)
      if isCrash && offset == length { break }
      if offset % 3 == 0 {
        let part = Settle(
          reservation: job.reservation, amount: Amount(used - settled), final: false,
          overage: overage)
        job.add(.settle(part), at: now, tenant: tenant, ifRefused: .goOn)
        settled = used
      }
      let rest = Settle(
        reservation: job.reservation, amount: Amount(max(used - settled, 0)), overage: overage)
      if offset == length {
        job.add(.settle(rest), at: now, tenant: tenant)
      } else {
        job.add(
          .increase(Increase(reservation: job.reservation, amount: Amount(step))), at: now,
          tenant: tenant, ifRefused: .finish(job.request(.settle(rest), tenant: tenant)))
        let by = Extend.Extension.fromNow(seconds: 600)
        job.add(
          .extend(Extend(reservation: job.reservation, by: by)), at: now, tenant: tenant)
      }
    }
    add(job)
  }

  /// A team's day: its pool, and runs that the member and the team pay half each.
  mutating func planTeam(_ team: DemoAccount) {
    var pool = job("pool", of: team)
    let credit = Credit(
      unit: DemoPlan.unit, amount: 4_000, kind: .grant,
      details: Details(description: "Team pool of the month"))
    pool.add(.credit(credit), at: 0, tenant: tenant)
    add(pool)
    for member in accounts where member.team == team.name {
      for _ in 0..<random.int(3...8) { planTeamRun(of: member, team) }
      var gift = job("gift", of: member)
      let transfer = Transfer(
        unit: DemoPlan.unit, to: team.name, amount: Amount(Int64(random.int(1...6)) * 25),
        details: Details(description: "Given to \(team.name)"))
      gift.add(.transfer(transfer), at: tick(of: member, inHours: 9...21), tenant: tenant)
      add(gift)
    }
  }

  /// Holds on both accounts at once, or on none; settled together by the same amount.
  private mutating func planTeamRun(of member: DemoAccount, _ team: DemoAccount) {
    var job = job("team", of: member)
    let tick = tick(of: member, inHours: 8...21)
    let used = Int64(random.int(20...90))
    let details = Details(description: "Team run, \(random.pick(DemoPlanner.tasks))")
    let reserve = Reserve(
      unit: DemoPlan.unit, amount: 40, expiresInSeconds: 900, details: details)
    job.addBoth(.reserve(reserve), team, at: tick, tenant: tenant)
    if used > 40 {
      let increase = Increase(reservation: job.reservation, amount: Amount(used - 40))
      job.addBoth(.increase(increase), team, at: tick + 1, tenant: tenant)
    }
    switch random.int(0...99) {
    case ..<8:
      let release = Release(reservation: job.reservation, reason: "stopped by a colleague")
      job.addBoth(.release(release), team, at: tick + 2, tenant: tenant)
    case ..<12: break
    default:
      let settle = Settle(
        reservation: job.reservation, amount: Amount(used), coupled: true)
      job.addBoth(.settle(settle), team, at: tick + 2, tenant: tenant)
    }
    add(job)
  }

  /// A night's batch on account, and the payment of the invoice in the evening.
  mutating func planEnterprise(_ account: DemoAccount) {
    var terms = job("terms", of: account)
    terms.add(
      .setOverdraftLimit(SetOverdraftLimit(unit: DemoPlan.unit, limit: 20_000)), at: 0,
      tenant: tenant)
    let contract = Credit(
      unit: DemoPlan.unit, amount: 4_000, kind: .grant,
      details: Details(description: "Contract, included credits"))
    terms.add(.credit(contract), at: 0, tenant: tenant)
    add(terms)
    for _ in 0..<min(60, max(24, userCount / 6)) {
      planRun(of: account, at: random.int(6...90), step: 80, overage: .overdraft)
    }
    var export = job("export", of: account)
    let debit = Debit(
      unit: DemoPlan.unit, amount: 60_000, overage: .overdraft,
      details: Details(description: "Export of everything"))
    export.add(.debit(debit), at: 120, tenant: tenant)
    add(export)
    var invoice = job("invoice", of: account)
    let payment = Credit(
      unit: DemoPlan.unit, amount: 15_000, kind: "topup", costBasis: 12_000,
      details: Details(
        description: "Invoice 2026-03 paid", reference: Reference(type: "invoice", id: "2026-03")))
    invoice.add(.credit(payment), at: 222, tenant: tenant, copies: 2)
    add(invoice)
  }
}

extension DemoJob {
  /// The action for the member and for the team, all or nothing.
  fileprivate mutating func addBoth(
    _ action: Command.Action, _ team: DemoAccount, at tick: Int, tenant: TenantName
  ) {
    let memberKey = key(of: action.name)
    let commands = [account, team.name].map { name in
      Command(tenant: tenant, account: name, key: memberKey, action: action)
    }
    let group = Group(
      tenant: tenant, key: IdempotencyKey("\(id)#\(steps.count)"), commands: commands)
    steps.append(Step(tick: tick, request: .group(group)))
  }
}
