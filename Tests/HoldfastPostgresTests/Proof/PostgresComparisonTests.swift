import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite(.serialized) struct PostgresComparisonTests {
  private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"

  /// With the first five of every profile these reach all that is required, from three runs or more.
  private static let rich: [WorkloadProfile: [UInt64]] = [
    .retries: [25, 138], .debt: [39], .lots: [81], .usage: [5, 13, 15],
  ]

  @Test func `the PostgreSQL store answers what the contract says, and leaves a sound ledger`()
    async throws
  {
    let fresh = UInt64.random(in: 0 ... .max / 2)
    let compared = try await Self.compare(processes: 1) { profile in
      Array(0..<5) + Self.rich[profile, default: []]
        + (fresh..<fresh + (Self.isLong ? 60 : 1))
    }
    #expect(compared.commands >= (Self.isLong ? 200_000 : 20_000))
    #expect(compared.statistics >= 100)
    for name in RequiredCoverage.names {
      #expect(compared.coverage.counts[name, default: 0] > 0, "never reached: \(name)")
    }
  }

  @Test func `stores that take turns on one ledger answer as one`() async throws {
    let fresh = UInt64.random(in: 0 ... .max / 2)
    let compared = try await Self.compare(processes: 2) { _ in
      [5] + (fresh..<fresh + (Self.isLong ? 20 : 1))
    }
    #expect(compared.commands >= (Self.isLong ? 60_000 : 5_000))
  }

  private struct Compared {
    var commands = 0
    /// Statistics that had figures.
    var statistics = 0
    var coverage = Coverage()
  }

  private static func compare(
    processes: Int, seeds: (WorkloadProfile) -> [UInt64]
  ) async throws -> Compared {
    try await withThrowingTaskGroup(of: Compared.self) { group in
      for profile in WorkloadProfile.allCases {
        let seeds = seeds(profile)
        group.addTask { try await compare(profile, seeds, processes: processes) }
      }
      return try await group.reduce(into: Compared()) { all, part in
        all.commands += part.commands
        all.statistics += part.statistics
        all.coverage.merge(part.coverage)
      }
    }
  }

  /// Stops at the first failure: one shrunk case is enough to read.
  private static func compare(
    _ profile: WorkloadProfile, _ seeds: [UInt64], processes: Int
  ) async throws -> Compared {
    var compared = Compared()
    let ledger = try await ComparedLedger(
      processes: processes, maximumOpenReservations: profile.maximumOpenReservations)
    for seed in seeds {
      let run = WorkloadRun(profile: profile, seed: seed, makeStore: ledger.makeStore)
      let report = await run.run()
      compared.commands += report.commands
      compared.coverage.merge(report.coverage)
      if let failure = report.failure {
        Issue.record("\(failure)")
        break
      }
      try await ledger.expectSound(run)
      compared.statistics += try await ledger.expectAgreement(run)
    }
    try await ledger.close()
    return compared
  }
}
