import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// An archiving that ends in the middle, wherever that is, loses nothing and is finished by the next.
@Suite(.serialized) struct ArchiveCrashTests {
  private static let rows = 600

  private func filled() async throws -> (ledger: OwnLedger, folder: TestFolder) {
    let ledger = try await OwnLedger()
    for number in 0..<Self.rows / 2 {
      ledger.clock.advance(bySeconds: 1)
      let account = AccountName("account-\(number % 7)")
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 5)), IdempotencyKey("c\(number)"),
        account: account)
      try await ledger.submit(
        .debit(Debit(unit: "credits", amount: 5)), IdempotencyKey("d\(number)"), account: account)
    }
    ledger.clock.advance(bySeconds: 1)
    return (ledger, try TestFolder())
  }

  /// Every row is in the journal or was archived, no key is lost, and the next run does the rest.
  private func expectFinished(_ ledger: OwnLedger, _ folder: TestFolder) async throws {
    try await ledger.database.expectAuditsEmpty("after the end")
    let seen = try await ledger.store.expectSound("acme", with: folder)
    #expect(seen.all == Self.rows)
    let before = ledger.clock.now
    _ = try await ledger.database.archive(before: before, to: folder, rowsAtOnce: 20)
    #expect(try await ledger.database.count("journal") == 0)
    #expect(try await ledger.database.count("archived_key") == Self.rows)
    try await ledger.database.expectAuditsEmpty("after the rest")
    #expect(try await ledger.store.expectSound("acme", with: folder).all == Self.rows)
    for number in 0..<Self.rows / 2 {
      let again = try await ledger.submit(
        .debit(Debit(unit: "credits", amount: 5)), IdempotencyKey("d\(number)"),
        account: AccountName("account-\(number % 7)"))
      #expect(again.duplicate)
    }
    await ledger.store.close()
  }

  @Test("the session is terminated once a part is in the file, before it is recorded")
  func terminated() async throws {
    let (ledger, folder) = try await filled()
    let parts = TestBox<Int>()
    let database = ledger.database
    await #expect(throws: ArchiveError.self) {
      try await database.archive(before: ledger.clock.now, to: folder, rowsAtOnce: 20) {
        let part = (parts.value ?? 0) + 1
        parts.set(part)
        guard part == 9 else { return }
        let done = DispatchSemaphore(value: 0)
        Task {
          _ = try? await database.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
              + " AND query NOT LIKE '%clock_timestamp%' AND application_name = 'holdfast'")
          done.signal()
        }
        done.wait()
      }
    }
    #expect(parts.value == 9)
    #expect(try await database.count("archived_key") > 0)
    try await expectFinished(ledger, folder)
  }

  @Test("our process is killed in the middle of it", .timeLimit(.minutes(10)), arguments: 0..<4)
  func killed(round: Int) async throws {
    let (ledger, folder) = try await filled()
    let child = try CrashSuite.child
    let (connection, before) = (ledger.database.options.connectionString, ledger.clock.now)
    let output = "\(folder.path)/output"
    try await TestDatabase.onThread {
      let process = try ChildProcess(
        [child, "archive", connection, "\(before)", folder.path], output: output)
      // Each part is told before it is recorded; so it dies in another place of one each time.
      func parts() -> Int {
        ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").count { $0 == "\n" }
      }
      while parts() < 5 + 3 * round {
        try #require(process.isRunning)
        usleep(100)
      }
      usleep(UInt32(round) * 700)
      process.send(signal: SIGKILL)
      _ = process.wait(seconds: 60)
    }
    let done = try await ledger.database.count("archived_key")
    #expect(done > 0 && done < Self.rows, "it died in the middle")
    try await expectFinished(ledger, folder)
  }

  @Test("a folder that cannot be written to any more ends it, and nothing is lost")
  func unwritable() async throws {
    let (ledger, folder) = try await filled()
    await #expect(throws: ArchiveError.self) {
      try await ledger.database.archive(
        before: ledger.clock.now, to: folder, rowsAtOnce: 20, bytesPerFile: 8_000
      ) {
        // Where the next file would be something else is already.
        for number in 2...99 {
          let name = "holdfast-holdfast-" + String(format: "%06d", number) + ".jsonl"
          try? FileManager.default.createDirectory(
            atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        }
      }
    }
    for name in try folder.files where name != "holdfast-holdfast-000001.jsonl" {
      var isFolder: ObjCBool = false
      let path = "\(folder.path)/\(name)"
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    #expect(try await ledger.database.count("archived_key") > 0)
    try await expectFinished(ledger, folder)
  }
}
