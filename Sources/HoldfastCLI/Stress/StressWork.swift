internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// How the clients of a race reach what they race on. It is handed to worker processes.
enum StressWork: Sendable {
  case store(any LedgerStore)
  /// By how many microseconds this process's clock is off; `nil` for the server's clock.
  case ledger(connection: String, schema: String, skew: Int64?)

  /// A user's own SQL.
  case adapter(AdapterFile, connection: String)

  /// Connects, for so many clients.
  func open(_ header: RaceHeader, clients: Int) async throws(RaceFailure) -> any RaceTarget {
    switch self {
    case .store(let store): return LedgerTarget(store: store, header: header)
    case .adapter(let adapter, let connection):
      return AdapterTarget(adapter, connection: connection, header: header, clients: clients)
    case .ledger(let connection, let schema, let skew):
      var configuration = PostgresConfiguration(connection, schema: schema)
      configuration.answerSeconds = 5
      if let skew {
        configuration.clock = StoreClock(now: {
          StoreClock.system.now().advanced(byMicroseconds: skew)
        })
      }
      do throws(LedgerError) {
        let store = try await PostgresStore(configuration)
        return LedgerTarget(store: store, header: header, end: { await store.close() })
      } catch {
        throw RaceFailure(error)
      }
    }
  }
}
