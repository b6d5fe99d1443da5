import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Journal rows as columns")
struct JournalCodecTests {
  private static let seedsPerProfile: UInt64 = 6

  @Test("every row of random workloads comes back as it was", arguments: WorkloadProfile.allCases)
  func roundTrip(profile: WorkloadProfile) async throws {
    let fresh = UInt64.random(in: .min ... .max)
    for seed in Array(0..<JournalCodecTests.seedsPerProfile) + [fresh] {
      for account in await CodecWorld.accounts(profile, seed: seed) {
        for (row, place) in account.rows {
          let stored = StoredRow(row, in: place)
          let comparison = RowComparison(row, try stored.row(in: place))
          #expect(comparison.differences == [], "\(profile), seed \(seed)")
          guard comparison.differences.isEmpty else { return }
        }
      }
    }
  }
}
