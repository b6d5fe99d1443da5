import Holdfast
import HoldfastTesting
import Synchronization

/// A ledger with 500 credits of ada's, on a clock and a store that a test can disturb.
struct LedgerFixture: Sendable {
  let clock = SimulatedClock()
  let inner: InMemoryStore
  let store: FaultyStore
  let ledger: Ledger
  let events = EventLog()

  init(credits: Amount = 500, timeout: Duration? = nil) async throws {
    inner = InMemoryStore(clock: clock.storeClock)
    store = FaultyStore(inner, clock: clock)
    ledger = Ledger(
      store: store, tenant: "acme/production", observer: events, timeout: timeout, clock: clock)
    _ = try await inner.submit(
      Command(
        tenant: ledger.tenant, account: "ada", key: "topup-1",
        action: .credit(Credit(unit: "credits", amount: credits))))
  }

  var ada: AccountHandle { ledger.account("ada") }
  var credits: BalanceHandle { ada["credits"] }

  /// The figures as the store has them, whatever disturbs the ledger.
  func figures() async throws -> Balance {
    try await inner.balance(
      of: "credits", AccountAddress(tenant: ledger.tenant, account: "ada"))
  }

  /// The commands that changed something, by name.
  var applied: [CommandName] {
    store.exchanges.flatMap { exchange in
      zip(exchange.commands, exchange.results).compactMap { command, result in
        guard case .success(let result) = result, !result.duplicate else { return nil }
        return command.action.name
      }
    }
  }
}

/// Keeps what an observer is told.
final class EventLog: LedgerObserver {
  private let kept = Mutex<[LedgerEvent]>([])

  var events: [LedgerEvent] { kept.withLock { $0 } }

  func observe(_ event: LedgerEvent) {
    kept.withLock { $0.append(event) }
  }
}
