internal import Holdfast
internal import Synchronization

/// The names of accounts that were met lately, by their ids. A name never changes once it is committed,
/// so none of them can be stale.
final class AccountNames: Sendable {
  private let names = Mutex<[AccountID: AccountAddress]>([:])
  private static let capacity = 200_000

  func addresses(of ids: Set<AccountID>) -> [AccountID: AccountAddress] {
    names.withLock { names in
      var found: [AccountID: AccountAddress] = [:]
      found.reserveCapacity(ids.count)
      for id in ids { found[id] = names[id] }
      return found
    }
  }

  /// Adds names that are committed. A full table is emptied: what is still used comes back soon.
  func add(_ addresses: [(AccountID, AccountAddress)]) {
    guard !addresses.isEmpty else { return }
    names.withLock { names in
      if names.count + addresses.count > AccountNames.capacity { names = [:] }
      for (id, address) in addresses { names[id] = address }
    }
  }

  /// Forgets an account whose name was erased.
  func remove(_ id: AccountID) {
    names.withLock { $0[id] = nil }
  }
}
