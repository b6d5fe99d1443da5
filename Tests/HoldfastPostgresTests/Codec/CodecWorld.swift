import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// The accounts that random workloads leave behind.
enum CodecWorld {
  static func accounts(_ profile: WorkloadProfile, seed: UInt64) async -> [AccountState] {
    let made = Made()
    let run = WorkloadRun(profile: profile, seed: seed) { clock, maximum in
      let store = InMemoryStore(clock: clock.storeClock, maximumOpenReservations: maximum)
      made.stores.withLock { $0.append(store) }
      return store
    }
    _ = await run.run()
    let store = made.stores.withLock { $0.first }
    return store.map { store in store.storedTenants().flatMap(store.accounts(of:)) } ?? []
  }

  private final class Made: Sendable {
    let stores = Mutex<[InMemoryStore]>([])
  }
}

extension AccountState {
  func place(_ stream: StreamName) -> StreamPlace {
    StreamPlace(account: id, tenant: tenant, name: name, stream: stream)
  }

  /// Every row of every stream.
  var rows: [(row: JournalRow, place: StreamPlace)] {
    balances.flatMap { balance in
      balance.journal.all.map { ($0, place(.balance(balance.unit))) }
    }
      + meters.flatMap { meter in meter.journal.all.map { ($0, place(.usage(meter.item))) } }
  }
}
