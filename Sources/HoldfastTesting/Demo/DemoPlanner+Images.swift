internal import Holdfast

/// Images: a fixed price, counted against the plan's limit with the hold.
extension DemoPlanner {
  private static let prompts = [
    "lighthouse at dusk", "logo draft", "fox in snow", "city from above", "album cover",
    "paper boats", "night market", "portrait in oil", "botanical plate", "space kitchen",
  ]

  mutating func planImage(of user: DemoAccount, pieces: Int64, after earliest: Int = 0) {
    var job = job("img", of: user)
    let tick = max(tick(of: user), earliest)
    let price = Amount(DemoPlan.imagePrice.value * pieces)
    let item = user.plan == .free ? DemoPlan.freeImages : DemoPlan.proImages
    let size = pieces == 1 ? "" : " ×\(pieces)"
    let reserve = Reserve(
      unit: DemoPlan.unit, amount: price, expiresInSeconds: 600,
      counts: [Reserve.Count(item: item, amount: Amount(pieces))],
      details: Details(description: "Image\(size), \(random.pick(DemoPlanner.prompts))"))
    job.add(.reserve(reserve), at: tick, tenant: tenant)
    let done = random.chance(perMille: 200) ? tick + 1 : tick
    if random.chance(perMille: 30) {
      let reason = "no image was made"
      job.add(
        .release(Release(reservation: job.reservation, reason: reason)), at: done, tenant: tenant)
    } else {
      let settle = Settle(reservation: job.reservation, amount: price, overage: .reject)
      job.add(.settle(settle), at: done, tenant: tenant)
      planRefund(of: user, &job, at: done)
    }
    add(job)
  }

  /// Some images turn out to be broken; what they cost is given back.
  private mutating func planRefund(of user: DemoAccount, _ job: inout DemoJob, at done: Int) {
    guard user.habit == .misfortunes || random.chance(perMille: 40) else { return }
    let follow = DemoJob.Follow.reverse(amount: nil, reason: "the image was broken")
    job.steps.append(
      DemoJob.Step(
        tick: done + random.int(1...9),
        request: .following(step: 1, key: job.key(of: .reverse), follow)))
  }
}
