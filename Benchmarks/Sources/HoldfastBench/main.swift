import Holdfast

let seconds = 3.0
let clock = ContinuousClock()
func run(_ name: String, balances: Int, shards: Int) async throws {
  let store = InMemoryStore(clock: .system)
  let names = (0..<balances).map { AccountName("account-\($0)") }
  for (i, n) in names.enumerated() {
    for j in 0..<3 {
      _ = try await store.submit(Command(tenant: "t", account: n, key: IdempotencyKey("c\(i)-\(j)"), action: .credit(Credit(unit: "credits", amount: 1_000_000_000_000))))
    }
  }
  let start = clock.now
  var i = 0
  while clock.now - start < .seconds(seconds) {
    for _ in 0..<1000 {
      let n = names[i % balances]
      let r = try await store.submit(Command(tenant: "t", account: n, key: IdempotencyKey("reserve-\(i)-0123456789abcdef"), action: .reserve(Reserve(unit: "credits", amount: 75))))
      guard case .reservation(let h) = r.outcome else { fatalError("x") }
      _ = try await store.submit(Command(tenant: "t", account: n, key: IdempotencyKey("settle-\(i)-0123456789abcdef"), action: .settle(Settle(reservation: .id(h.reservationId), amount: 60))))
      i += 1
    }
  }
  let e = clock.now - start
  let s = Double(e.components.seconds) + Double(e.components.attoseconds) * 1e-18
  print(name, Int(Double(2 * i) / s), "commands/s", i)
}
try await run("hot", balances: 1, shards: 1)
try await run("uniform", balances: 10_000, shards: 1)
