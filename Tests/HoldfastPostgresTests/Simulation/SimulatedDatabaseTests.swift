import Holdfast
import HoldfastPostgres
import HoldfastSimulation
import HoldfastTesting
import Testing

/// That the simulated database is what it stands for.
@Suite(.serialized)
struct SimulatedDatabaseTests {
  /// Begun and ended by the simulated server; those of an erasure are sent by no store.
  private static let others: Set<String> = [
    "begin", "begin_reading", "begin_rebuilding", "commit", "plan_by_index", "plan_briefly",
    "erase_account", "erase_name", "erase_record", "erase_stream", "erase_rows",
  ]

  @Test("the simulated database knows every statement that a store sends, and no other")
  func everyStatement() {
    // Nothing is archived or rebuilt there, and no statistics are asked for.
    let absent = ["archive", "archiving", "rebuilding", "statistics"].flatMap {
      SentQueries.room($0)
    }
    let sent = Set(SentQueries.all.map(\.name)).subtracting(SimulatedDatabaseTests.others)
      .subtracting(absent.map(\.name))
    #expect(SimulatedDatabase.names == sent)
  }

  @Test(
    "on random workloads the simulated database answers every statement as PostgreSQL does",
    arguments: WorkloadProfile.allCases)
  func sameAnswers(_ profile: WorkloadProfile) async throws {
    let comparison = TwinComparison()
    let ledger = try await ComparedLedger(
      processes: 2, maximumOpenReservations: profile.maximumOpenReservations
    ) { TwinHost($0, comparison) }
    let run = WorkloadRun(
      profile: profile, seed: 8, commands: 150, readEvery: 30, makeStore: ledger.makeStore)
    let report = await run.run()
    #expect(report.failure == nil)
    try await ledger.expectSound(run)
    #expect(comparison.differences.prefix(5) == [])
    let always: Set<String> = [
      "lock_streams", "clock", "rows_by_identity", "insert_rows", "update_streams",
      "insert_feed", "insert_accounts", "insert_streams", "upsert_lots", "read_streams", "items",
      "add_consumption", "consumption_of_tenant", "statistics_coverage",
    ]
    #expect(always.subtracting(comparison.compared.keys) == [])
    try await ledger.close()
  }
}
