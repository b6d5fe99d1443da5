internal import Holdfast

/// Applies each command once, so that a case can look at what all of them have in common.
struct EveryCommand {
  private let world: ConformanceWorld
  private var applied: [(command: Command, result: CommandResult)] = []

  private init(_ world: ConformanceWorld) {
    self.world = world
  }

  /// Works on the accounts `ada` and `bob`. Every command with its first result.
  static func run(
    on world: ConformanceWorld
  ) async throws -> [(command: Command, result: CommandResult)] {
    var every = EveryCommand(world)
    try await every.moveCredit()
    try await every.hold()
    try await every.count()
    try await every.changeLots()
    let names = Set(every.applied.map(\.command.action.name))
    try world.expectEqual(
      names, Set(CommandName.allCases).subtracting([.atomic]), "the commands tried")
    return every.applied
  }

  private mutating func apply(_ action: Command.Action) async throws -> CommandResult.Outcome {
    let key = IdempotencyKey("key-\(applied.count)")
    let command = world.command("ada", key, action)
    let result = try await world.store.submit(command)
    try world.expect(!result.duplicate, "\(action) is a duplicate at first")
    applied.append((command, result))
    return result.outcome
  }

  private mutating func moveCredit() async throws {
    let expiresAt = world.clock.now.advanced(bySeconds: 7200)
    _ = try await apply(
      .credit(Credit(unit: "credits", amount: 1000, expiresAt: expiresAt)))
    _ = try await apply(.setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 50)))
    let debit = try await apply(.debit(Debit(unit: "credits", amount: 100)))
    guard case .debit(let debited) = debit else { return }
    _ = try await apply(.reverse(Reverse(entry: debited.entryId, amount: 40)))
    _ = try await apply(.transfer(Transfer(unit: "credits", to: "bob", amount: 10)))
  }

  private mutating func hold() async throws {
    let opened = try await apply(.reserve(Reserve(unit: "credits", amount: 200)))
    guard case .reservation(let hold) = opened else { return }
    let id = ReservationReference.id(hold.reservationId)
    _ = try await apply(.increase(Increase(reservation: id, amount: 50)))
    _ = try await apply(.extend(Extend(reservation: id, by: .fromExpiry(seconds: 60))))
    _ = try await apply(.report(Report(reservation: id, used: 20)))
    _ = try await apply(.settle(Settle(reservation: id, amount: 30, final: false)))
    _ = try await apply(.settle(Settle(reservation: id, amount: 300)))
    let second = try await apply(.reserve(Reserve(unit: "credits", amount: 10)))
    guard case .reservation(let released) = second else { return }
    _ = try await apply(.release(Release(reservation: .id(released.reservationId))))
    _ = try await apply(.reserve(Reserve(unit: "credits", amount: 15, onLapse: .chargeAll)))
  }

  private mutating func count() async throws {
    let price = UsagePrice(unit: "credits", amount: 3)
    try await world.define(maximum: 4, overage: .charge(price))
    let counted = try await apply(.recordUsage(RecordUsage(item: "image", amount: 6)))
    guard case .recordUsage(let usage) = counted, let record = usage.recordId else { return }
    _ = try await apply(.reverseUsage(ReverseUsage(record: record, amount: 1)))
  }

  private mutating func changeLots() async throws {
    let opened = try await apply(.credit(Credit(unit: "credits", amount: 60)))
    guard case .credit(let credit) = opened else { return }
    _ = try await apply(.updateLot(UpdateLot(lot: credit.lotId, priority: 5)))
    _ = try await apply(.voidLot(VoidLot(lot: credit.lotId)))
  }
}
