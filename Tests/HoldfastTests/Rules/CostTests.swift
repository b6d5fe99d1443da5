import Testing

@testable import Holdfast

/// The cost of a command does not grow with lots and holds it does not touch.
@Suite(.serialized) struct CostTests {
  @Test func `a large balance is worked on as fast as a small one`() async throws {
    let small = try await Bench(lots: 1, holds: 1)
    let large = try await Bench(lots: 1000, holds: 10_000)
    var ratios: [[Double]] = []
    for round in 0..<3 {
      let one = try await small.medians(round: round)
      let other = try await large.medians(round: round)
      let ratio = zip(other, one).map { $0 / $1 }
      if ratio.allSatisfy({ $0 < 5 }) { return }
      ratios.append(ratio)
    }
    Issue.record("a large balance takes this many times as long: \(ratios)")
  }

  /// A balance of its own, with lots and open holds that stay.
  private struct Bench {
    private let store: InMemoryStore

    init(lots: Int, holds: Int) async throws {
      let clock = TestClock()
      store = InMemoryStore(clock: clock.storeClock, maximumOpenReservations: 10_001)
      for lot in 0..<lots {
        let expiresAt = clock.now.advanced(bySeconds: 1_000_000 + Int64(lot) * 7919 % 100_000)
        try await submit(
          "lot-\(lot)",
          .credit(
            Credit(
              unit: "credits", amount: 1_000_000, expiresAt: expiresAt, priority: lot % 5)))
      }
      for hold in 0..<holds {
        try await submit(
          "hold-\(hold)",
          .reserve(
            Reserve(unit: "credits", amount: 7, expiresInSeconds: 500_000 - hold * 31 % 90_000)))
      }
    }

    private func submit(_ key: String, _ action: Command.Action) async throws {
      _ = try await store.submit(
        Command(tenant: "acme", account: "ada", key: IdempotencyKey(key), action: action))
    }

    /// The median durations, in seconds, of a reserve with its release, a reserve with its settlement,
    /// and a debit.
    func medians(round: Int) async throws -> [Double] {
      let reserve = Command.Action.reserve(Reserve(unit: "credits", amount: 3))
      var samples: [[Duration]] = [[], [], []]
      for sample in 0..<301 {
        let key = "\(round)/\(sample)"
        samples[0].append(
          try await time {
            try await submit("r\(key)", reserve)
            try await submit(
              "x\(key)", .release(Release(reservation: .key(IdempotencyKey("r\(key)")))))
          })
        samples[1].append(
          try await time {
            try await submit("s\(key)", reserve)
            try await submit(
              "y\(key)", .settle(Settle(reservation: .key(IdempotencyKey("s\(key)")), amount: 2)))
          })
        samples[2].append(
          try await time {
            try await submit("d\(key)", .debit(Debit(unit: "credits", amount: 1)))
          })
      }
      return samples.map { $0.sorted()[$0.count / 2] / .seconds(1) }
    }

    private func time(_ body: () async throws -> Void) async throws -> Duration {
      let start = ContinuousClock.now
      try await body()
      return ContinuousClock.now - start
    }
  }
}
