internal import Holdfast
internal import Synchronization

/// The names of accounts that were met lately, by their ids.
///
/// A committed name never changes, unless it is erased. That raises the revision that every transaction
/// reads, and then all names are read again.
final class AccountNames: Sendable {
  private struct State {
    var revision: Int64 = -1
    var names: [AccountID: AccountAddress] = [:]
  }

  private let state = Mutex(State())
  private static let capacity = 200_000

  func addresses(of ids: Set<AccountID>) -> [AccountID: AccountAddress] {
    state.withLock { state in
      var found: [AccountID: AccountAddress] = [:]
      found.reserveCapacity(ids.count)
      for id in ids { found[id] = state.names[id] }
      return found
    }
  }

  /// Forgets all names that were read before this revision.
  func noteRevision(_ revision: Int64) {
    state.withLock { state in
      if state.revision < revision { state = State(revision: revision) }
    }
  }

  /// Adds names that are committed, as they were at this revision. A full table is emptied: what is
  /// still used comes back soon.
  func add(_ addresses: [(AccountID, AccountAddress)], at revision: Int64) {
    guard !addresses.isEmpty else { return }
    state.withLock { state in
      guard state.revision == revision else { return }
      if state.names.count + addresses.count > AccountNames.capacity { state.names = [:] }
      for (id, address) in addresses { state.names[id] = address }
    }
  }
}
