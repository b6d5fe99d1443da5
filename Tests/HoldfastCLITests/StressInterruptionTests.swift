import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

/// What SIGINT and SIGTERM do to a race, and what it leaves.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StressInterruptionTests {
  private static let workers = ["--clients", "8", "--processes", "2"]

  /// Runs a race that would take an hour, and sends it a signal in its midst.
  private func interrupt(
    _ words: [String], by signal: Int32,
    _ meanwhile: (StressProcess) async throws -> Void = { _ in }
  ) async throws -> ExitCode? {
    let race = try StressProcess(words + ["--seconds", "3600", "--json"])
    defer { race.remove() }
    try await race.waitForCalls()
    let workers = race.workers
    #expect(workers.isEmpty == !words.contains("--processes"))
    try await meanwhile(race)
    race.process.send(signal: signal)
    let status = await race.status(within: 60)
    #expect(!workers.contains { StressProcess.isWorker($0) })
    #expect(race.files == [], "\(race.text)")
    let report = try StressJSON(
      race.text.split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init))
    #expect(report["check"]?["sound"] == .bool(true))
    #expect((report["calls"]?["total"]?.integer ?? 0) >= 10)
    return status
  }

  @Test(arguments: [(SIGINT, ExitCode.interrupted), (SIGTERM, .terminated)])
  func `the first signal ends a race, it is judged, and a user's database is left as it was`(
    signal: Int32, status: ExitCode
  ) async throws {
    let database = try await StressDatabase.make()
    let ended = try await interrupt(
      ["--store", database.url] + Self.workers, by: signal
    ) { _ in
      let made = try await database.schemas()
      #expect(made.contains { $0.hasPrefix("holdfast_stress_") })
    }
    #expect(ended == status)
    #expect(try await database.schemas() == [])
  }

  @Test func `a server that was started for a race ends with it, in the midst of faults`()
    async throws
  {
    let ended = try await interrupt(
      ["--store", "throwaway", "--faults", "all", "--fault-every", "300ms"] + Self.workers,
      by: SIGTERM)
    #expect(ended == .terminated)
  }

  @Test func `clients that wait for their turn are woken`() async throws {
    let begun = ContinuousClock.now
    let ended = try await interrupt(
      ["--clients", "100", "--rate", "20"], by: SIGINT)
    #expect(ended == .interrupted)
    #expect(begun.duration(to: .now) < .seconds(40))
  }

  @Test func `a violation is worth more than the signal`() async throws {
    let database = try await StressDatabase.make()
    let adapter = Package.root.appending(path: "Benchmarks/Adapters/adapter-naive.sql").path(
      percentEncoded: false)
    let race = try StressProcess([
      "--store", database.url, "--adapter", adapter, "--shape", "hot", "--seconds", "3600",
    ])
    defer { race.remove() }
    try await race.waitForCalls()
    try await Task.sleep(for: .seconds(2))
    race.process.send(signal: SIGINT)
    #expect(await race.status(within: 60) == .checkFailed)
    #expect(race.text.contains("the race ends early"))
    #expect(try await database.schemas() == [])
  }

  @Test func `the second signal ends at once, workers too, while calls are on their way`()
    async throws
  {
    let database = try await StressDatabase.make()
    let adapter = FileManager.default.temporaryDirectory.appending(
      path: "slow-\(UUID().uuidString).sql")
    defer { try? FileManager.default.removeItem(at: adapter) }
    try Data(Self.slow.utf8).write(to: adapter)
    let race = try StressProcess(
      [
        "--store", database.url, "--adapter", adapter.path(percentEncoded: false), "--shape",
        "uniform", "--seconds", "3600",
      ] + Self.workers)
    defer { race.remove() }
    try await race.wait("workers") { race.workers.count == 2 }
    let workers = race.workers
    try await race.wait("calls") { race.files.contains { $0.hasSuffix(".jsonl.2") } }
    race.process.send(signal: SIGINT)
    try await race.wait("the message") { race.text.contains("once more ends at once") }
    #expect(await race.status(within: 1) == nil)
    race.process.send(signal: SIGTERM)
    #expect(await race.status(within: 5) == .terminated)
    try await race.wait("the end of the workers", seconds: 5) {
      !workers.contains { StressProcess.isWorker($0) }
    }
    #expect(try await database.schemas() == ["slow"])
  }

  /// Takes its time in the race, though not when the sections are tried, on an account of their own.
  private static let slow = """
    -- name: setup
    CREATE SCHEMA slow;
    -- name: credit
    SELECT 1;
    -- name: debit
    SELECT pg_sleep(CASE :account WHEN 'account-2147483647' THEN 0 ELSE 60 END);
    -- name: reserve
    SELECT pg_sleep(CASE :account WHEN 'account-2147483647' THEN 0 ELSE 60 END);
    -- name: settle
    SELECT 1;
    -- name: release
    SELECT 1;
    -- name: increase
    SELECT 1;
    -- name: balance
    SELECT 1 AS posted, 0 AS held;
    -- name: teardown
    DROP SCHEMA slow CASCADE;
    """
}
