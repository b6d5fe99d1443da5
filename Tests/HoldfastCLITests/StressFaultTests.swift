import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

@Suite(.serialized) struct StressFaultTests {
  private func report(_ words: [String]) async throws -> (code: ExitCode, report: StressJSON) {
    let (code, lines) = try await StressDatabase.stress(words + ["--json"])
    return (code, try StressJSON(lines))
  }

  private func texts(_ report: StressJSON) -> [String] {
    guard case .array(let faults)? = report["faults"] else { return [] }
    return faults.compactMap { fault in
      if case .string(let text)? = fault["fault"] { text } else { nil }
    }
  }

  @Test(
    "workers, server and connections are killed, cut and suspended, and nothing is lost",
    .timeLimit(.minutes(5)))
  func everyFault() async throws {
    let (code, report) = try await report([
      "--store", "throwaway", "--shape", "mixed", "--clients", "30", "--processes", "2",
      "--seconds", "14", "--faults", "all", "--fault-every", "1s", "--seed", "5",
    ])
    #expect(code == .ok, "\(report.value["check"]?.text ?? "")")
    #expect((report["calls"]?["applied"]?.integer ?? 0) > 300)
    let faults = texts(report)
    #expect(faults.contains { $0.hasPrefix("SIGKILL worker") })
    #expect(faults.contains("SIGKILL server"))
    #expect(faults.contains("sessions terminated"))
    #expect(faults.contains { $0.contains("reset") })
    #expect((report["calls"]?["unknown"]?.integer ?? 0) > 0, "a killed worker leaves some")
  }

  @Test(
    "a worker that takes another's place makes the calls that are left, so that a race ends",
    .timeLimit(.minutes(3)))
  func callsLeft() async throws {
    let (code, report) = try await report([
      "--store", "throwaway", "--shape", "uniform", "--clients", "20", "--processes", "2",
      "--commands", "12000", "--faults", "kill-worker", "--fault-every", "2s",
    ])
    #expect(code == .ok)
    let kills = texts(report).count { $0.hasPrefix("SIGKILL worker") }
    #expect(kills > 0)
    let calls = report["calls"]?["total"]?.integer ?? 0
    // Each worker tells twice a second how many it made.
    let untold = Int64(kills + 1) * calls / 4
    #expect((12_000...12_000 + untold).contains(calls), "\(calls) calls with \(kills) kills")
  }

  @Test func `a user's database is left as it was`() async throws {
    let database = try await StressDatabase.make()
    _ = try await database.sql("CREATE SCHEMA mine; CREATE TABLE mine.t AS SELECT 1 AS a")
    let (code, report) = try await report([
      "--store", database.url, "--shape", "hot", "--seconds", "3", "--faults",
      "terminate,cut", "--allow-faults", "--fault-every", "200ms",
    ])
    #expect(code == .ok)
    #expect(texts(report).contains("sessions terminated"))
    #expect(try await database.schemas() == ["mine"])
    #expect(try await database.sql("SELECT a FROM mine.t") == "1")
  }

  @Test func `in a ledger that is there the run has a tenant of its own`() async throws {
    let database = try await StressDatabase.make()
    let written = Transcript.Written()
    #expect(await MigrateCommand.run(["--store", database.url], output: written.output) == .ok)
    let (code, report) = try await report([
      "--store", database.url, "--schema", "holdfast", "--shape", "hot", "--commands", "200",
      "--processes", "2",
    ])
    #expect(code == .ok)
    guard case .string(let tenant)? = report["run"]?["tenant"] else {
      Issue.record("no tenant is told")
      return
    }
    #expect(try await database.sql("SELECT DISTINCT tenant FROM holdfast.account") == tenant)
    #expect(tenant.hasPrefix("stress-"))
    #expect(try await database.schemas() == ["holdfast"])
  }

  @Test func `a ledger that is not there ends with 2 and nothing is made`() async throws {
    let database = try await StressDatabase.make()
    let (code, lines) = try await StressDatabase.stress([
      "--store", database.url, "--schema", "nowhere",
    ])
    #expect(code == .usage)
    #expect(lines.first?.contains("schema_mismatch") == true)
    #expect(try await database.schemas() == [])
  }

  @Test func `an open loop makes the calls it is meant to`() async throws {
    let (code, report) = try await report([
      "--shape", "ramp", "--rate", "1000", "--seconds", "3",
    ])
    #expect(code == .ok)
    let calls = report["calls"]?["total"]?.integer ?? 0
    #expect(1300...1650 ~= calls, "half of 1,000 a second in three seconds, not \(calls)")
    #expect(report["run"]?["rate"] == .number(1000))
  }
}
