import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// TLS with certificates that are looked at, on a server with one of its own.
@Suite("Encryption", .serialized)
struct EncryptionTests {
  private struct World: Sendable {
    let server: ThrowAwayPostgres
    let certificates: TestCertificates
    let folder: TestFolder

    init() throws {
      folder = try TestFolder()
      server = try ThrowAwayPostgres()
      certificates = try TestCertificates(in: folder.path)
      try certificates.install(in: server)
    }

    /// Over TCP, by a name of the server; of two hosts the one named last counts.
    func connection(
      host: String = "localhost", mode: String, authority: String, database: String = "postgres"
    ) throws -> String {
      try server.tcpConnectionString(database: database)
        + " host=\(host) hostaddr=127.0.0.1 sslmode=\(mode) sslrootcert=\(authority)"
    }
  }

  private static let world = Task { try await TestDatabase.onThread { try World() } }

  private func refusal(_ connection: String) async -> PostgresError? {
    do {
      try await TestDatabase.onThread {
        let connection = try PostgresConnection(
          ConnectionOptions(connection), deadline: .after(seconds: 20))
        connection.close()
      }
      return nil
    } catch {
      return error as? PostgresError
    }
  }

  @Test("a store works over TLS when certificate and name are what they should be")
  func verified() async throws {
    let world = try await Self.world.value
    let name = try await TestDatabase.onThread { try world.server.createDatabase(for: "tls") }
    let connection = try world.connection(
      mode: "verify-full", authority: world.certificates.authority, database: name)
    let database = TestDatabase(
      name: name, options: ConnectionOptions(connection, statements: .unnamed))
    _ = try await database.migrate(MigrationSettings(slots: 3))
    let session = try await database.rows(
      "SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    #expect(session.first?.first == "t")
    #expect(session.first?.last??.hasPrefix("TLSv1.") == true)
    let store = try await PostgresStore(PostgresConfiguration(connection))
    let ada = Ledger(store: store, tenant: "acme").account("ada")["credits"]
    try await ada.credit(10, key: "c")
    #expect(try await ada.figures().posted == 10)
    let others = try await database.rows(
      """
      SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl)
      FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND application_name = 'holdfast'
      """)
    #expect(others.first?.last == "0" && others.first?.first != "0")
    await store.close()
  }

  @Test("a certificate of another authority is refused, and the reason is told")
  func wrongAuthority() async throws {
    let world = try await Self.world.value
    for mode in ["verify-ca", "verify-full"] {
      let connection = try world.connection(
        mode: mode, authority: world.certificates.otherAuthority)
      let error = await refusal(connection)
      #expect(error?.kind == .cannotConnect(.unreachable))
      #expect(error?.connectMessage?.contains("certificate verify failed") == true)
      let refused = await #expect(throws: LedgerError.self) {
        var configuration = PostgresConfiguration(connection)
        configuration.patienceSeconds = 1
        _ = try await PostgresStore(configuration)
      }
      #expect(refused?.code == .unavailable && refused?.detail == "connect_unreachable")
    }
  }

  @Test("a certificate for another name is refused where the name counts")
  func wrongName() async throws {
    let world = try await Self.world.value
    let authority = world.certificates.authority
    let error = await refusal(
      try world.connection(host: "db.example", mode: "verify-full", authority: authority))
    #expect(error?.kind == .cannotConnect(.unreachable))
    #expect(error?.connectMessage?.contains("does not match host name") == true)
    #expect(
      await refusal(
        try world.connection(host: "db.example", mode: "verify-ca", authority: authority)) == nil)
  }

  @Test("without an authority to look at, verifying is refused; a server without TLS is, too")
  func unverifiable() async throws {
    let world = try await Self.world.value
    let error = await refusal(
      try world.connection(mode: "verify-full", authority: "\(world.folder.path)/none.crt"))
    #expect(error?.kind == .cannotConnect(.unreachable))
    #expect(error?.connectMessage?.contains("none.crt") == true)
    let plain = try await TestDatabase.onThread { try ThrowAwayPostgres.shared() }
    let refused = await refusal(try plain.tcpConnectionString() + " sslmode=require")
    #expect(refused?.kind == .cannotConnect(.unreachable))
    #expect(refused?.connectMessage?.contains("SSL") == true)
  }
}
