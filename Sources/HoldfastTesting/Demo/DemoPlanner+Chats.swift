internal import Holdfast

/// Messages, and chats whose answers stream.
extension DemoPlanner {
  private static let topics = [
    "trip plan", "cover letter", "recipe", "lesson plan", "bug hunt", "short story", "contract",
    "translation", "quiz", "speech", "meeting notes", "product page",
  ]

  /// How a stream ends.
  enum Ending: CaseIterable {
    case settled
    /// The first part of the answer is charged, then the rest.
    case settledInParts
    case cancelled
    /// The user closes the tab after a part was charged.
    case cancelledAfterPart
    /// Nobody ever settles; the hold is given back when its time is over.
    case crashed
    /// Nobody ever settles; what was reported is charged when the hold's time is over.
    case crashedAfterReport
    case settledLate
    /// As late, by a client that does not ask to be charged for it.
    case tooLate
    /// The client settles, and its cleanup releases what is closed by then.
    case cleanedUp
    /// Cancelled by the user while the server still settles.
    case settledAfterCancel
  }

  /// A message to the small model: free of charge, counted against a limit.
  mutating func planMessage(of user: DemoAccount) {
    var job = job("msg", of: user)
    let tick = tick(of: user)
    job.add(
      .recordUsage(RecordUsage(item: DemoPlan.messages)), at: tick, tenant: tenant)
    if user.habit == .misfortunes || random.chance(perMille: 15) {
      job.steps.append(
        DemoJob.Step(
          tick: tick,
          request: .following(step: 0, key: job.key(of: .reverseUsage), .reverseUsage)))
    }
    add(job)
  }

  mutating func planChat(of user: DemoAccount) {
    let roll = random.int(0...999)
    let ending: Ending =
      switch roll {
      case ..<780: .settled
      case ..<890: .settledInParts
      case ..<925: .cancelled
      case ..<940: .cancelledAfterPart
      case ..<955: .crashed
      case ..<970: .crashedAfterReport
      case ..<982: .settledLate
      case ..<988: .tooLate
      case ..<996: .cleanedUp
      default: .settledAfterCancel
      }
    planChat(of: user, at: tick(of: user), ending)
  }

  /// Every ending once, by a user with enough credit.
  mutating func planMisfortunes(of user: DemoAccount) {
    for ending in Ending.allCases { planChat(of: user, at: tick(of: user), ending) }
  }

  /// Many streams at one moment: as many get through as there is credit for.
  mutating func planBurst(of user: DemoAccount) {
    let tick = tick(of: user, inHours: 9...20)
    for _ in 0..<random.int(14...20) {
      var job = job("chat", of: user)
      let reserve = Reserve(
        unit: DemoPlan.unit, amount: 16, expiresInSeconds: 120,
        details: Details(description: "Chat, \(random.pick(DemoPlanner.topics))"))
      job.add(.reserve(reserve), at: tick, tenant: tenant)
      job.add(
        .settle(Settle(reservation: job.reservation, amount: Amount(Int64(random.int(6...16))))),
        at: tick, tenant: tenant)
      add(job)
    }
  }

  /// A chat: holds a little, grows the hold as the answer streams, and ends one way or another.
  mutating func planChat(of user: DemoAccount, at tick: Int, _ ending: Ending) {
    var job = job("chat", of: user)
    let step: Int64 = user.plan == .free ? 6 : 10
    let used = Int64(random.skewed(2...(user.plan == .free ? 26 : 60)))
    let reports = ending == .crashedAfterReport
    let reserve = Reserve(
      unit: DemoPlan.unit, amount: Amount(step), expiresInSeconds: 120,
      onLapse: reports ? .chargeReported : .return,
      details: Details(
        description: "Chat, \(random.pick(DemoPlanner.topics))",
        metadata: ["model": .string(user.plan == .free ? "sonata-mini" : "sonata-large")]))
    job.add(.reserve(reserve), at: tick, tenant: tenant)
    if reports {
      job.add(
        .report(Report(reservation: job.reservation, used: Amount(min(used, step)))), at: tick,
        tenant: tenant)
    }
    // Some answers turn out longer than what the client held for them.
    let overrun = random.chance(perMille: 150) ? step : 0
    var held = step
    while held < used - overrun {
      let whatIsHeld = Settle(reservation: job.reservation, amount: Amount(held))
      job.add(
        .increase(Increase(reservation: job.reservation, amount: Amount(step))), at: tick,
        tenant: tenant, ifRefused: .finish(job.request(.settle(whatIsHeld), tenant: tenant)))
      held += step
    }
    end(&job, used: used, at: tick, ending)
    add(job)
  }

  private func end(_ job: inout DemoJob, used: Int64, at tick: Int, _ ending: Ending) {
    let all = Settle(reservation: job.reservation, amount: Amount(used))
    let release = Command.Action.release(
      Release(reservation: job.reservation, reason: "stopped by the user"))
    switch ending {
    case .settled: job.add(.settle(all), at: tick, tenant: tenant)
    case .settledInParts:
      job.add(.settle(all.part(of: used)), at: tick, tenant: tenant)
      let rest = Settle(reservation: job.reservation, amount: Amount(used - used / 2))
      job.add(.settle(rest), at: tick, tenant: tenant)
    case .cancelled: job.add(release, at: tick, tenant: tenant)
    case .cancelledAfterPart:
      job.add(.settle(all.part(of: used)), at: tick, tenant: tenant)
      job.add(release, at: tick, tenant: tenant)
    case .crashed, .crashedAfterReport: break
    case .settledLate:
      var late = all
      late.late = .chargeAvailable
      job.add(.settle(late), at: tick + 1, tenant: tenant)
    case .tooLate: job.add(.settle(all), at: tick + 1, tenant: tenant)
    case .cleanedUp:
      job.add(.settle(all), at: tick, tenant: tenant)
      job.add(release, at: tick, tenant: tenant)
    case .settledAfterCancel:
      job.add(release, at: tick, tenant: tenant)
      job.add(.settle(all), at: tick, tenant: tenant)
    }
  }
}

extension Settle {
  /// Half of it, with the rest of the hold kept.
  fileprivate func part(of used: Int64) -> Settle {
    var part = self
    part.amount = Amount(used / 2)
    part.final = false
    return part
  }
}
