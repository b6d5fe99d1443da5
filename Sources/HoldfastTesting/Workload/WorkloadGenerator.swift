package import Holdfast

/// Makes a workload from a seed, step by step. It looks at the model to plan what will come out, so
/// that every outcome is met and not only the likely ones.
package struct WorkloadGenerator: Sendable {
  package let profile: WorkloadProfile
  package let scope: WorkloadScope
  var random: SplitMix
  private(set) var nextID = 0
  private var queue: [WorkloadStep.Action]
  /// What was sent, to be sent again.
  private var sent: [Command] = []
  private var sentGroups: [Group] = []

  static let tenant: TenantName = "acme"
  static let foreignTenant: TenantName = "rival"
  static let accounts: [AccountName] = ["ada", "bob", "cyd"]
  static let units: [UnitName] = ["credits", "tokens"]
  private static let memory = 60

  package init(profile: WorkloadProfile, seed: UInt64) {
    self.profile = profile
    random = SplitMix(seed: seed)
    scope = WorkloadScope(
      addresses: WorkloadGenerator.accounts.map {
        AccountAddress(tenant: WorkloadGenerator.tenant, account: $0)
      } + [AccountAddress(tenant: WorkloadGenerator.foreignTenant, account: "ada")],
      units: WorkloadGenerator.units, items: WorkloadItems.all.map(\.item))
    queue = WorkloadItems.all.map { .define($0, in: WorkloadGenerator.tenant) }
  }

  /// The next step for a world in that state.
  package mutating func next(for model: NaiveModel, at now: Instant) -> WorkloadStep {
    nextID += 1
    if !queue.isEmpty {
      return WorkloadStep(id: nextID, at: now, action: queue.removeFirst())
    }
    let instant = moved(from: now, model)
    var world = model
    world.advance(to: instant)
    let action = action(for: world, at: instant)
    remember(action)
    return WorkloadStep(id: nextID, at: instant, action: action)
  }

  private mutating func remember(_ action: WorkloadStep.Action) {
    switch action {
    case .submit(let command): sent.append(command)
    case .list(let commands): sent += commands
    case .group(let group):
      sentGroups.append(group)
      sent += group.commands.filter { $0.key != nil && !$0.isCoupled }
    default: break
    }
    if sent.count > WorkloadGenerator.memory { sent.removeFirst(sent.count - 50) }
    if sentGroups.count > WorkloadGenerator.memory { sentGroups.removeFirst() }
  }

  private mutating func action(
    for world: NaiveModel, at now: Instant
  ) -> WorkloadStep.Action {
    if random.chance(3) { return administration(world, at: now) }
    if random.chance(profile.groupShare) {
      let group = group(for: world, at: now)
      return random.chance(8) ? .previewGroup(group) : .group(group)
    }
    if random.chance(profile.retryShare), !sent.isEmpty {
      let earlier = random.one(of: sent)
      return .submit(random.chance(30) ? altered(earlier) : earlier)
    }
    if random.chance(2) {
      var commands: [Command] = []
      for index in 0..<Int(random.number(2...4)) {
        commands.append(command(for: world, at: now, key: IdempotencyKey("l\(nextID).\(index)")))
      }
      return random.chance(50) ? .previewList(commands) : .list(commands)
    }
    if random.chance(1) { return malformed() }
    var planned = command(for: world, at: now, key: IdempotencyKey("k\(nextID)"))
    if case .recordUsage = planned.action, random.chance(30) { planned.key = nil }
    return .submit(planned)
  }

  private mutating func administration(
    _ world: NaiveModel, at now: Instant
  ) -> WorkloadStep.Action {
    let address = random.one(of: scope.addresses)
    switch random.one(of: [(3, 0), (2, 1), (2, 2), (4, 3)]) {
    case 0: return .sweep(WorkloadGenerator.tenant)
    case 1:
      let item = random.one(of: WorkloadItems.all)
      return .define(WorkloadItems.changed(item, &random), in: WorkloadGenerator.tenant)
    case 2:
      let item = random.one(of: WorkloadItems.all)
      let limits = random.chance(40) ? nil : WorkloadItems.changed(item, &random).limits
      return .overrideLimits(
        limits, of: item.item, for: AccountAddress(tenant: WorkloadGenerator.tenant, account: "ada")
      )
    default:
      let ago = random.one(of: [0, 1, 1_000_000, random.number(0...600_000_000)])
      return .balanceAsOf(random.one(of: scope.units), address, microsecondsAgo: ago)
    }
  }

  private mutating func malformed() -> WorkloadStep.Action {
    let reserve = Reserve(unit: "credits", amount: 5, expiresInSeconds: 0)
    let cases: [(Command.Action, String)] = [
      (.credit(Credit(unit: "credits", amount: 0)), "amount"),
      (.debit(Debit(unit: "", amount: 1)), "unit"),
      (.reserve(reserve), "expiresInSeconds"),
      (.transfer(Transfer(unit: "credits", to: "ada", amount: 1)), "to"),
      (.setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: -1)), "limit"),
    ]
    let (action, field) = random.one(of: cases)
    let command = Command(
      tenant: WorkloadGenerator.tenant, account: "ada", key: IdempotencyKey("k\(nextID)"),
      action: action)
    return .malformed(command, field: field)
  }

  /// Members that are planned on the state before the group.
  private mutating func group(for world: NaiveModel, at now: Instant) -> Group {
    if !sentGroups.isEmpty, random.chance(12) {
      var group = random.one(of: sentGroups)
      if random.chance(30) { group.commands.removeLast() }
      if !group.commands.isEmpty { return group }
    }
    var commands: [Command] = []
    if random.chance(35) { commands = coupledSettles(world) }
    if random.chance(20) { commands += reserveAndSettle(world, at: now) }
    let count = Int(random.number(commands.isEmpty ? 1...4 : 0...2))
    for index in 0..<count {
      var member = command(for: world, at: now, key: IdempotencyKey("m\(nextID).\(index)"))
      if random.chance(50) { member.key = nil }
      commands.insert(member, at: Int(random.number(0...Int64(commands.count))))
    }
    if random.chance(8), !sent.isEmpty { commands.append(random.one(of: sent)) }
    if random.chance(4), !sent.isEmpty { commands = [random.one(of: sent), random.one(of: sent)] }
    if random.chance(4), let first = commands.first { commands.append(first) }
    if commands.isEmpty {
      commands = [command(for: world, at: now, key: IdempotencyKey("m\(nextID)"))]
    }
    commands.removeAll { $0.tenant != WorkloadGenerator.tenant }
    for index in commands.indices { commands[index].tenant = WorkloadGenerator.tenant }
    if commands.isEmpty { commands = reserveAndSettle(world, at: now) }
    return Group(
      tenant: WorkloadGenerator.tenant, key: IdempotencyKey("g\(nextID)"), commands: commands)
  }
}
