import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A database with a ledger that many tests share, each in tenants of its own.
enum TestLedger {
  /// Migrated once, with five slots, so that accounts of one test lie in different ones.
  static let database = Task {
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: 5))
    return database
  }

  /// A store of its own on it. It has few connections, because many tests run at once.
  static func store(
    clock: StoreClock? = nil, change: (inout PostgresConfiguration) -> Void = { _ in }
  ) async throws -> PostgresStore {
    var configuration = PostgresConfiguration(try await database.value.options.connectionString)
    configuration.lanes = 2
    configuration.readers = 1
    configuration.patienceSeconds = 60
    configuration.clock = clock
    change(&configuration)
    return try await PostgresStore(configuration)
  }

  /// Runs the body with a store, and closes that.
  static func with<Value>(
    clock: StoreClock? = nil, _ body: (PostgresStore) async throws -> Value
  ) async throws -> Value {
    let store = try await store(clock: clock)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }
}
