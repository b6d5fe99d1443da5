import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The disk is full", .serialized)
  struct FullDiskTests {
    enum Disk: String, Sendable, CustomTestStringConvertible {
      /// The tables lie on a small file system of their own, which root alone can make.
      case small = "a file system of 64 MB"
      /// A CHECK raises what the server raises when it cannot extend a table.
      case pretended = "SQLSTATE 53100 raised by a constraint"

      var testDescription: String { rawValue }

      static var possible: [Disk] { geteuid() == 0 ? [.small, .pretended] : [.pretended] }
    }

    @Test(
      "what does not fit is unavailable, nothing of it is there, and it works when there is room",
      .timeLimit(.minutes(10)), arguments: Disk.possible)
    func full(_ disk: Disk) async throws {
      switch disk {
      case .pretended: try await pretended()
      case .small: try await small()
      }
    }

    private func pretended() async throws {
      let crash = try await CrashServer.shared.value
      try await crash.database.rows(
        """
        CREATE OR REPLACE FUNCTION public.has_room() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$
        """)
      let (callers, _) = try await crash.figures("disk full, pretended", tenant: "crash/full") {
        try await crash.database.rows(
          """
          ALTER TABLE holdfast.journal
            ADD CONSTRAINT has_room CHECK (public.has_room()) NOT VALID
          """)
        try await Task.sleep(for: .seconds(2))
        try await crash.database.rows("ALTER TABLE holdfast.journal DROP CONSTRAINT has_room")
      }
      expectFull(callers)
    }

    private func expectFull(_ callers: CrashFigures) {
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
      #expect(callers.unanswered[.outcomeUnknown] == nil)
      #expect(callers.details.contains("sqlstate_53100"))
      #expect(callers.longest < 1_000_000 + 4_000_000)
    }

    private func small() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("holdfast-small-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let user = getpwnam("postgres") ?? getpwnam("nobody")
      let (owner, group) = (user?.pointee.pw_uid ?? 0, user?.pointee.pw_gid ?? 0)
      try await run(
        "/bin/mount", "-t", "tmpfs", "-o", "size=64m,uid=\(owner),gid=\(group),mode=700", "tmpfs",
        folder)
      do {
        try await onSmallDisk(folder)
      } catch {
        Issue.record(error)
      }
      // The server that used it is gone.
      try await run("/bin/umount", folder)
      try FileManager.default.removeItem(atPath: folder)
    }

    private func run(_ command: String...) async throws {
      let status = try await TestDatabase.onThread {
        try ChildProcess(command, output: "/dev/null").wait(seconds: 60)
      }
      try #require(status == 0, "\(command)")
    }

    private func onSmallDisk(_ folder: String) async throws {
      let (server, database) = try await TestDatabase.onThread {
        let server = try ThrowAwayPostgres()
        try server.sql("CREATE TABLESPACE small LOCATION '\(folder)'")
        try server.sql("CREATE DATABASE cramped TABLESPACE small")
        let options = ConnectionOptions(
          server.connectionString(database: "cramped"), statements: .unnamed)
        return (server, TestDatabase(name: "cramped", options: options))
      }
      _ = try await database.migrate(MigrationSettings(slots: 5))
      let crash = CrashServer(server: server, database: database)
      try await database.rows("CREATE TABLE public.filler (text text)")
      let (callers, _) = try await crash.figures("disk full, truly", tenant: "crash/full") {
        for size in [10_000, 100, 1] {
          while try await database.refusal(
            "INSERT INTO public.filler SELECT repeat('x', 900) FROM generate_series(1, \(size))")
            == nil
          {}
        }
        try await Task.sleep(for: .seconds(2))
        try await database.rows("DROP TABLE public.filler")
      }
      expectFull(callers)
      try await crash.act { try $0.stop(.immediate) }
    }
  }
}
