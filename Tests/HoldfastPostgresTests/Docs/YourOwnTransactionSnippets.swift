import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// What the adapter uses of PostgresNIO, on libpq.
enum PostgresNIOShape {
  struct Logger: Sendable {
    let label: String
  }

  struct ByteBuffer: Sendable {
    let readableBytesView: [UInt8]

    init(bytes: [UInt8]) {
      readableBytesView = bytes
    }
  }

  struct PostgresDataType: Sendable {
    let rawValue: UInt32

    init(_ rawValue: UInt32) {
      self.rawValue = rawValue
    }
  }

  struct PostgresData: Sendable {
    let type: PostgresDataType
    let value: ByteBuffer?
  }

  struct PostgresBindings: Sendable {
    var parameters: [SQLParameter] = []

    mutating func append(_ data: PostgresData) {
      parameters.append(
        SQLParameter(type: data.type.rawValue, bytes: data.value?.readableBytesView))
    }
  }

  struct PostgresQuery: Sendable {
    let statement: SQLStatement

    init(unsafeSQL text: String, binds: PostgresBindings) {
      statement = SQLStatement(text, binds.parameters)
    }
  }

  struct PostgresCell: Sendable {
    let bytes: ByteBuffer?
  }

  struct PostgresConnection: Sendable {
    let session: LibPQSession

    func query(
      _ query: PostgresQuery, logger: Logger
    ) async throws -> AsyncStream<[PostgresCell]> {
      let rows = try await session.run([query.statement])[0]
      return AsyncStream { stream in
        for row in rows.fields {
          stream.yield(row.map { PostgresCell(bytes: $0.map { ByteBuffer(bytes: $0) }) })
        }
        stream.finish()
      }
    }
  }

  // snippet: postgres-nio
  // import HoldfastPostgres
  // import Logging
  // import NIOCore
  // import PostgresNIO
  struct PostgresNIOSession: SQLSession {
    let connection: PostgresConnection
    let logger: Logger

    func run(_ statements: [SQLStatement]) async throws -> [SQLRows] {
      var answers: [SQLRows] = []
      for statement in statements {
        var binds = PostgresBindings()
        for parameter in statement.parameters {
          binds.append(
            PostgresData(
              type: PostgresDataType(parameter.type),
              value: parameter.bytes.map { ByteBuffer(bytes: $0) }))
        }
        let query = PostgresQuery(unsafeSQL: statement.text, binds: binds)
        var rows: [[[UInt8]?]] = []
        for try await row in try await connection.query(query, logger: logger) {
          rows.append(row.map { cell in cell.bytes.map { Array($0.readableBytesView) } })
        }
        answers.append(SQLRows(rows))
      }
      return answers
    }
  }
  // end
}

@Suite struct YourOwnTransactionSnippets {
  @Test("the adapter carries every statement of a command")
  func adapter() async throws {
    let world = try await OwnLedger()
    let session = LibPQSession(world.database.options.connectionString)
    let adapter = PostgresNIOShape.PostgresNIOSession(
      connection: PostgresNIOShape.PostgresConnection(session: session),
      logger: PostgresNIOShape.Logger(label: "test"))
    try await session.begin()
    let credit = Command(
      tenant: "acme", account: "ada", key: "a",
      action: .credit(Credit(unit: "credits", amount: 5)))
    _ = try await world.store.submit(credit, in: adapter)
    #expect(try await world.store.submit(credit, in: adapter).ifCommitted.duplicate)
    try await session.commit()
    #expect(try await world.store.balance(of: "credits", world.ada).posted == 5)
    await world.store.close()
  }

  @Test("a job and its reservation begin together")
  func together() async throws {
    let world = try await OwnLedger()
    try await world.database.rows("CREATE TABLE job (id bigint, owner text)")
    try await world.submit(.credit(Credit(unit: "credits", amount: 500)), "topup")
    let store = world.store
    let connection = world.database.options.connectionString

    // snippet: together
    let session = LibPQSession(connection)
    let reserve = Command(
      tenant: "acme", account: "ada", key: "job-7",
      action: .reserve(Reserve(unit: "credits", amount: 200, expiresInSeconds: 600)))
    let reserved = try await session.transaction { session in
      _ = try await session.run([
        SQLStatement("INSERT INTO job (id, owner) VALUES ($1, $2)", [.int8(7), .text("ada")])
      ])
      return try await store.submit(reserve, in: session)
    }
    // Here it is committed.
    let result = reserved.ifCommitted
    // end

    #expect(!result.duplicate)
    #expect(try await store.balance(of: "credits", world.ada).held == 200)
    #expect(try await world.database.rows("SELECT owner FROM job") == [["ada"]])
    await store.close()
  }
}
