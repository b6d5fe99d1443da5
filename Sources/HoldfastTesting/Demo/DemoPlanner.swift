internal import Holdfast

/// Plans a day, job by job.
struct DemoPlanner {
  let userCount: Int
  let tenant: TenantName
  var random: DemoRandom
  var accounts: [DemoAccount] = []
  private(set) var jobs: [DemoJob] = []
  /// A clock face for each time zone.
  private var clockFaces: [String: DemoClockFace] = [:]

  init(users: Int, seed: UInt64, tenant: TenantName) {
    userCount = users
    self.tenant = tenant
    random = DemoRandom(seed: seed)
  }

  mutating func planDay() {
    planCast()
    for account in accounts {
      switch account.plan {
      case .free: planFree(account)
      case .pro: planPro(account)
      case .team: planTeam(account)
      case .enterprise: planEnterprise(account)
      }
    }
    planSupport()
    planMistakes()
  }

  /// A user of the free plan.
  private mutating func planFree(_ user: DemoAccount) {
    planDailyGrants(of: user)
    let isBusy = random.chance(perMille: 250)
    switch user.habit {
    case .images:
      for _ in 0..<random.int(30...36) { planImage(of: user, pieces: 1) }
    case .messages:
      for _ in 0..<random.int(50...60) { planMessage(of: user) }
    case .streams:
      for _ in 0..<random.int(30...40) { planChat(of: user) }
    case .bursts: planBurst(of: user)
    case .ordinary, .misfortunes: break
    }
    for _ in 0..<random.int(isBusy ? 14...38 : 3...26) { planMessage(of: user) }
    // Who makes images all day has no credit for anything else.
    if user.habit != .images {
      for _ in 0..<random.skewed(isBusy ? 8...36 : 1...18) { planChat(of: user) }
      for _ in 0..<random.skewed(isBusy ? 4...26 : 0...10) { planImage(of: user, pieces: 1) }
    }
    if random.chance(perMille: 60) { planTopUp(of: user, amounts: [100, 250, 500]) }
  }

  /// A user of the paid plan.
  private mutating func planPro(_ user: DemoAccount) {
    planMonthlyGrant(of: user)
    switch user.habit {
    case .images:
      let tick = DemoDay.tick(of: DemoDay.midnights(of: user.zone)[0])
      for _ in 0..<random.int(64...72) { planImage(of: user, pieces: 4, after: max(tick, 0)) }
    case .misfortunes: planMisfortunes(of: user)
    case .ordinary, .messages, .streams, .bursts: break
    }
    for _ in 0..<random.int(10...60) { planMessage(of: user) }
    for _ in 0..<random.int(user.habit == .images ? 4...20 : 12...64) { planChat(of: user) }
    if user.habit != .images {
      for _ in 0..<random.skewed(2...30) { planImage(of: user, pieces: 4) }
    }
    for _ in 0..<random.skewed(0...5) { planIndexing(of: user) }
    for _ in 0..<random.int(0...3) { planRun(of: user) }
    if random.chance(perMille: 350) { planTopUp(of: user, amounts: [500, 1_200, 3_000]) }
  }
}

// MARK: Making jobs

extension DemoPlanner {
  mutating func job(_ prefix: String, of account: DemoAccount) -> DemoJob {
    let number = String(jobs.count + 1)
    let zeros = String(repeating: "0", count: max(0, 6 - number.utf8.count))
    return DemoJob(id: "\(prefix)-\(zeros)\(number)", account: account.name)
  }

  /// Adds the job; what would lie behind the end of the day is left out.
  mutating func add(_ job: DemoJob) {
    var job = job
    job.steps.removeAll { $0.tick >= DemoDay.tickCount }
    guard !job.steps.isEmpty else { return }
    jobs.append(job)
  }

  mutating func tick(of account: DemoAccount) -> Int {
    face(of: account.zone).tick(&random)
  }

  mutating func tick(of account: DemoAccount, inHours hours: ClosedRange<Int>) -> Int {
    face(of: account.zone).tick(inHours: hours, &random)
  }

  private mutating func face(of zone: String) -> DemoClockFace {
    if let face = clockFaces[zone] { return face }
    let face = DemoClockFace(zone: zone)
    clockFaces[zone] = face
    return face
  }

  func users(_ plan: DemoAccount.Plan) -> [DemoAccount] {
    accounts.filter { $0.plan == plan }
  }

  /// The jobs with their retries: some 4 calls of 100 are sent more than once.
  mutating func finishedJobs() -> [DemoJob] {
    var jobs = jobs
    for job in jobs.indices {
      for step in jobs[job].steps.indices where jobs[job].steps[step].copies == 1 {
        if random.chance(perMille: 35) {
          jobs[job].steps[step].copies = random.chance(perMille: 100) ? 3 : 2
        } else if random.chance(perMille: 4) {
          jobs[job].steps[step].altered = jobs[job].steps[step].request.altered
        }
      }
    }
    return jobs
  }
}

extension DemoJob {
  /// Adds a command under a key of its own, or the job's own key for a reserve.
  mutating func add(
    _ action: Command.Action, at tick: Int, tenant: TenantName, copies: Int = 1,
    ifRefused: Refusal = .stop
  ) {
    steps.append(
      Step(
        tick: tick, request: request(action, tenant: tenant), copies: copies,
        ifRefused: ifRefused))
  }

  /// The request as the job's next step.
  func request(_ action: Command.Action, tenant: TenantName) -> Request {
    .command(Command(tenant: tenant, account: account, key: key(of: action.name), action: action))
  }

  /// Its reserve has the job's id as key, so that later steps can name the reservation.
  func key(of name: CommandName) -> IdempotencyKey {
    name == .reserve ? IdempotencyKey(id) : IdempotencyKey("\(id)#\(steps.count)")
  }

  var reservation: ReservationReference { .key(IdempotencyKey(id)) }
}
