import Holdfast
import HoldfastTesting
import Testing

@Suite struct ModelComparisonTests {
  private static let seedsPerProfile: UInt64 = 63
  private static let leastCommands = 200_000

  private static let inMemory: SideBySide.MakeStore = { clock, maximum in
    InMemoryStore(clock: clock.storeClock, maximumOpenReservations: maximum)
  }

  @Test func `the store answers what the contract says, under every profile and many seeds`()
    async
  {
    let fresh = UInt64.random(in: .min ... .max)
    var commands = 0
    var coverage = Coverage()
    await withTaskGroup(of: [WorkloadRun.Report].self) { group in
      for profile in WorkloadProfile.allCases {
        group.addTask { await Self.run(profile, seeds: Array(0..<Self.seedsPerProfile) + [fresh]) }
      }
      for await reports in group {
        for report in reports {
          commands += report.commands
          coverage.merge(report.coverage)
          if let failure = report.failure {
            Issue.record("\(failure)\n(the fresh seed of this run was \(fresh))")
          }
        }
      }
    }
    #expect(commands >= Self.leastCommands)
    for name in RequiredCoverage.names {
      #expect(coverage.counts[name, default: 0] > 0, "never reached: \(name); fresh seed \(fresh)")
    }
    print(coverage.table)
  }

  /// Stops a profile at its first failure: one shrunk case is enough to read.
  private static func run(
    _ profile: WorkloadProfile, seeds: [UInt64]
  ) async -> [WorkloadRun.Report] {
    var reports: [WorkloadRun.Report] = []
    for seed in seeds {
      let report = await WorkloadRun(profile: profile, seed: seed, makeStore: inMemory).run()
      reports.append(report)
      if report.failure != nil { break }
    }
    return reports
  }

  @Test func `a store that settles one off is reported and shrunk to a few lines`() async throws {
    let failure = try #require(
      await Self.firstFailure(.lots) { clock, maximum in
        let store = InMemoryStore(clock: clock.storeClock, maximumOpenReservations: maximum)
        return BrokenStore(store) { _, result in
          guard case .settle(var settle) = result.outcome, settle.operationSettledAmount > 5
          else { return }
          settle.balanceAfter += 1
          result.outcome = .settle(settle)
        }
      })
    #expect(failure.mismatch.path == "settle.balanceAfter", "\(failure)")
    #expect(failure.steps.count <= 4, "\(failure)")
    #expect(failure.replay.contains { $0.contains(#""op":"settle""#) }, "\(failure)")
  }

  @Test func `a store whose clock is a microsecond behind is reported`() async throws {
    let failure = try #require(
      await Self.firstFailure(.boundaries) { clock, maximum in
        InMemoryStore(
          clock: StoreClock(now: { clock.now.advanced(byMicroseconds: -1) }),
          maximumOpenReservations: maximum)
      })
    #expect(failure.steps.count <= 6, "\(failure)")
  }

  @Test func `a store that forgets a key is reported`() async throws {
    let failure = try #require(
      await Self.firstFailure(.retries) { clock, maximum in
        let store = InMemoryStore(clock: clock.storeClock, maximumOpenReservations: maximum)
        return BrokenStore(store) { _, result in result.duplicate = false }
      })
    #expect(failure.mismatch.path.hasSuffix(".duplicate"), "\(failure)")
    #expect(failure.steps.count <= 4, "\(failure)")
  }

  @Test func `a store that allows one open reservation more is reported`() async throws {
    let failure = try #require(
      await Self.firstFailure(.retries) { clock, maximum in
        InMemoryStore(clock: clock.storeClock, maximumOpenReservations: maximum + 1)
      })
    #expect(failure.mismatch.expected.contains("too_many_open_reservations"), "\(failure)")
    #expect(failure.steps.count <= 12, "\(failure)")
  }

  private static func firstFailure(
    _ profile: WorkloadProfile, makeStore: @escaping SideBySide.MakeStore
  ) async -> WorkloadRun.Failure? {
    for seed in 1000..<UInt64(1060) {
      let report = await WorkloadRun(profile: profile, seed: seed, makeStore: makeStore).run()
      if let failure = report.failure { return failure }
    }
    return nil
  }

  @Test func `the same seed makes the same workload`() async {
    let run = WorkloadRun(profile: .groups, seed: 7, makeStore: Self.inMemory)
    let first = await run.run()
    let second = await run.run()
    #expect(first.coverage.counts == second.coverage.counts)
    #expect(first.commands == second.commands)
  }
}
