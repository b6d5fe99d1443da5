internal import Holdfast
internal import Synchronization

/// The definitions of tenants as of one revision of all definitions.
final class DefinitionCache: Sendable {
  private struct State {
    var revision: Int64 = -1
    var tenants: [TenantName: TenantDefinitions] = [:]
  }

  private let state = Mutex(State())

  /// The definitions of these tenants, and which of them are not known at this revision.
  func definitions(
    of tenants: Set<TenantName>, at revision: Int64
  ) -> (known: [TenantName: TenantDefinitions], missing: Set<TenantName>) {
    state.withLock { state in
      guard state.revision == revision else { return ([:], tenants) }
      var known: [TenantName: TenantDefinitions] = [:]
      for tenant in tenants { known[tenant] = state.tenants[tenant] }
      return (known, tenants.filter { known[$0] == nil })
    }
  }

  /// Keeps what was read in a transaction that saw this revision.
  func add(_ definitions: [TenantName: TenantDefinitions], at revision: Int64) {
    state.withLock { state in
      if state.revision < revision {
        state = State(revision: revision, tenants: definitions)
      } else if state.revision == revision {
        state.tenants.merge(definitions) { $1 }
      }
    }
  }
}
