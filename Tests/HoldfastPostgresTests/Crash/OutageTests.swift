import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The server takes no writes", .serialized)
  struct OutageTests {
    /// What the server refuses, and how an operator brings that about and mends it.
    enum Outage: String, CaseIterable, Sendable, CustomTestStringConvertible {
      case readOnly = "read-only by default"
      case wrongPassword = "wrong password"
      case noDatabase = "no such database"
      case tooManyConnections = "too many connections"
      case noPermission = "permission denied"

      var testDescription: String { rawValue }
      var tenant: TenantName { TenantName("outage/\(self)") }

      /// The SQLSTATE or the word that callers get as the detail.
      var detail: String {
        switch self {
        case .readOnly: "sqlstate_25006"
        case .wrongPassword: "connect_authentication"
        case .noDatabase: "connect_unknownDatabase"
        case .tooManyConnections: "connect_unavailable"
        case .noPermission: "sqlstate_42501"
        }
      }
    }

    private func run(
      _ outage: Outage, on crash: CrashServer, for duration: Duration
    ) async throws {
      let name = crash.database.name
      let terminate = CrashServer.terminateAll
      switch outage {
      case .readOnly:
        try await crash.operate(
          "ALTER ROLE service SET default_transaction_read_only = on", terminate)
        try await Task.sleep(for: duration)
        // Sessions that are open stay as they are: the store has to leave them.
        try await crash.operate("ALTER ROLE service RESET default_transaction_read_only")
      case .wrongPassword:
        try await crash.operate("ALTER ROLE service PASSWORD 'wrong'", terminate)
        try await Task.sleep(for: duration)
        try await crash.operate("ALTER ROLE service PASSWORD 'right'")
      case .noDatabase:
        try await crash.operate(
          "ALTER DATABASE \(name) ALLOW_CONNECTIONS false", terminate,
          "ALTER DATABASE \(name) RENAME TO elsewhere")
        try await Task.sleep(for: duration)
        try await crash.operate(
          "ALTER DATABASE elsewhere RENAME TO \(name)",
          "ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
      case .tooManyConnections:
        try await crash.operate("ALTER ROLE service CONNECTION LIMIT 0", terminate)
        try await Task.sleep(for: duration)
        try await crash.operate("ALTER ROLE service CONNECTION LIMIT -1")
      case .noPermission:
        try await crash.database.rows("REVOKE INSERT ON holdfast.journal FROM service")
        try await Task.sleep(for: duration)
        try await crash.database.rows("GRANT INSERT ON holdfast.journal TO service")
      }
    }

    @Test(
      "what the server refuses is unavailable, and works again when it is mended",
      .timeLimit(.minutes(10)), arguments: Outage.allCases)
    func outage(_ outage: Outage) async throws {
      let crash = try await CrashServer.shared.value
      // The superuser may do everything, so the service is an ordinary role.
      let service =
        try crash.server.tcpConnectionString(database: crash.database.name)
        + " user=service password=right"
      let (callers, _) = try await crash.figures(
        outage.rawValue, tenant: outage.tenant,
        change: {
          $0.connection = service
          $0.lanes = 1
        },
        during: { try await run(outage, on: crash, for: .seconds(2)) })
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
      #expect(callers.details.contains(outage.detail))
      #expect(callers.longest < 1_000_000 + 4_000_000)
    }
  }
}
