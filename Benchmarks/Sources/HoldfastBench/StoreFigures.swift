import Holdfast
import HoldfastTesting

/// The in-memory store from 64 tasks on all cores, by the clock on the wall.
enum StoreFigures {
  private static let tasks = 64
  private static let pairsPerTask = 2000

  static func measure(into report: Report) async throws {
    var rates: [String: Double] = [:]
    for (name, balances) in [("uniform", 10_000), ("hot", 1)] {
      var runs: [Double] = []
      for _ in 0..<5 { runs.append(try await commandsPerSecond(balances: balances)) }
      rates[name] = runs.sorted()[2]
    }
    let uniform = rates["uniform"] ?? 0
    report.add("store.memory.uniform.64", uniform, "commands/s")
    report.add(
      "store.memory.hot.64", rates["hot"] ?? 0, "commands/s", over: ("uniform", uniform))
  }

  private static func commandsPerSecond(balances: Int) async throws -> Double {
    let store = InMemoryStore()
    let names = (0..<balances).map { AccountName("account-\($0)") }
    for name in names {
      for lot in 0..<3 {
        let credit = Credit(unit: "credits", amount: 1_000_000_000_000)
        _ = try await store.submit(
          Command(
            tenant: "bench", account: name, key: IdempotencyKey("credit-\(lot)"),
            action: .credit(credit)))
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask { try await work(task, names, store) }
      }
      try await group.waitForAll()
    }
    let spent = (clock.now - start).seconds
    try await verify(store, names)
    return Double(2 * tasks * pairsPerTask) / spent
  }

  private static func work(
    _ task: Int, _ names: [AccountName], _ store: InMemoryStore
  ) async throws {
    for pair in 0..<pairsPerTask {
      let name = names[(task * pairsPerTask + pair) % names.count]
      let key = "task-\(task + 1000)-pair-\(pair + 100_000)-0123456789ab"
      let reserved = try await store.submit(
        Command(
          tenant: "bench", account: name, key: IdempotencyKey(key),
          action: .reserve(Reserve(unit: "credits", amount: 75))))
      guard case .reservation(let held) = reserved.outcome else { throw Bench.Mismatch() }
      _ = try await store.submit(
        Command(
          tenant: "bench", key: IdempotencyKey(key),
          action: .settle(Settle(reservation: .id(held.reservationId), amount: 60))))
    }
  }

  private static func verify(_ store: InMemoryStore, _ names: [AccountName]) async throws {
    var posted: Int64 = 0
    for name in names {
      let balance = try await store.balance(
        of: "credits", AccountAddress(tenant: "bench", account: name))
      guard balance.held == 0 else { throw Bench.Mismatch() }
      posted += balance.posted.value
    }
    let granted = Int64(names.count) * 3_000_000_000_000
    guard posted == granted - Int64(60 * tasks * pairsPerTask) else { throw Bench.Mismatch() }
  }
}
