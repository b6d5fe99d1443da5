public import Holdfast
internal import Synchronization

/// Lets worlds follow each other in one store that stays, each with a clock and tenants of its own, so
/// that nothing that is there already is touched.
///
/// ```swift
/// let worlds = WorldsInOneStore()
/// configuration.clock = worlds.storeClock
/// let store = try await PostgresStore(configuration)
/// let runner = ReplayRunner { worlds.next(in: store, at: $0) }
/// ```
public final class WorldsInOneStore: Sendable {
  private struct State {
    var clock = SimulatedClock()
    var number = 0
    var tenants: Set<TenantName> = []
  }

  private let state = Mutex(State())
  private let name: String

  /// - Parameter purpose: What the tenants' names begin with; behind it comes what no other run has.
  public init(for purpose: String) {
    name = "\(purpose)-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  /// What the store is to take its time from: the clock of the world at hand.
  public var storeClock: StoreClock {
    StoreClock(now: { self.state.withLock(\.clock).now })
  }

  /// Begins a world; the one before has ended.
  public func next(in store: any LedgerStore, at start: Instant) -> ReplayRunner.World {
    next(in: store, clock: SimulatedClock(start))
  }

  /// The same on a clock that is there.
  package func next(in store: any LedgerStore, clock: SimulatedClock) -> ReplayRunner.World {
    let number = state.withLock { state in
      state.number += 1
      state.clock = clock
      state.tenants = []
      return state.number
    }
    let prefix = "\(name)/\(number)/"
    return ReplayRunner.World(store: store, clock: clock) { [self] tenant in
      guard let renamed = WorldsInOneStore.rename(tenant, prefix) else { return tenant }
      state.withLock { _ = $0.tenants.insert(renamed) }
      return renamed
    }
  }

  /// The tenants that the world at hand named, by the names they have in the store.
  public var tenants: [TenantName] { state.withLock(\.tenants).sorted() }

  /// `nil` for what no tenant can be named: it stays as it is, and is refused.
  private static func rename(_ tenant: TenantName, _ prefix: String) -> TenantName? {
    do throws(LedgerError) { try Validation.identifier(tenant, "tenant") } catch { return nil }
    let renamed = prefix + tenant.string
    guard renamed.utf8.count > 255 else { return TenantName(renamed) }
    let digest = Digest(of: Array(tenant.string.utf8), key: HashKey(first: 0, second: 0))
    return TenantName(
      prefix + String(digest.first, radix: 36) + "-" + String(digest.second, radix: 36))
  }
}
