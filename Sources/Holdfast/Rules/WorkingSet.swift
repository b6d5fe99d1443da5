/// The accounts at hand, and the rules that act on them.
///
/// A store loads the accounts that a command works on, lets `execute` decide, and writes what was
/// changed. The in-memory store keeps a working set for ever.
package struct WorkingSet: Sendable {
  package internal(set) var accounts: [AccountID: AccountState] = [:]
  /// The fingerprints of groups that had an effect.
  package internal(set) var groups: [AccountID: Digest] = [:]
  package var definitions: [TenantName: TenantDefinitions] = [:]
  package let calendar: WindowCalendar
  package let hashKey: HashKey
  package let maximumOpenReservations: Int
  /// For each savepoint that is open: where the log of each account stood when it was first touched.
  private var savepoints: [[AccountID: Int]] = []
  /// Every row in an order that never shows a later one of a stream before an earlier one.
  package var feed: ContiguousArray<FeedEntry> = []

  package init(calendar: WindowCalendar, hashKey: HashKey, maximumOpenReservations: Int) {
    self.calendar = calendar
    self.hashKey = hashKey
    self.maximumOpenReservations = maximumOpenReservations
  }

  func setting(of tenant: TenantName) -> Setting {
    Setting(
      definitions: definitions[tenant] ?? TenantDefinitions(), calendar: calendar,
      maximumOpenReservations: maximumOpenReservations)
  }

  /// The account, when it exists in the tenant.
  func account(_ id: AccountID, in tenant: TenantName) -> AccountState? {
    guard let account = accounts[id], account.tenant == tenant else { return nil }
    return account
  }

  /// Works on an account in place.
  mutating func withAccount<Value>(
    _ id: AccountID, _ body: (inout AccountState) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    guard let index = accounts.index(forKey: id) else {
      preconditionFailure("an account is worked on that is not at hand")
    }
    if !savepoints.isEmpty { noteTouch(of: id, at: index) }
    defer {
      if savepoints.isEmpty { publish(id, at: index) }
    }
    return try body(&accounts.values[index])
  }

  private mutating func publish(
    _ id: AccountID, at index: Dictionary<AccountID, AccountState>.Index
  ) {
    for reference in accounts.values[index].unpublished {
      feed.append(FeedEntry(account: id, row: reference))
    }
    accounts.values[index].unpublished.removeAll(keepingCapacity: true)
  }

  /// Makes the account when it is not there; one that stays empty is dropped by `dropIfEmpty`.
  mutating func makeAccount(_ name: AccountName, in tenant: TenantName) -> AccountID {
    let id = AccountID(tenant: tenant, account: name, key: hashKey)
    if accounts[id] == nil {
      accounts[id] = AccountState(id: id, tenant: tenant, name: name)
    }
    return id
  }

  mutating func dropIfEmpty(_ id: AccountID) {
    if accounts[id]?.isEmpty == true { accounts[id] = nil }
  }

  private mutating func noteTouch(
    of id: AccountID, at index: Dictionary<AccountID, AccountState>.Index
  ) {
    let top = savepoints.count - 1
    if !accounts.values[index].log.isRecording {
      accounts.values[index].log.begin()
      savepoints[top][id] = 0
    } else if savepoints[top][id] == nil {
      savepoints[top][id] = accounts.values[index].log.changes.count
    }
  }

  /// From here on everything can be put back. Savepoints nest.
  mutating func beginSavepoint() {
    savepoints.append([:])
  }

  /// Ends the latest savepoint, and puts everything back as it was unless it is to be kept.
  mutating func endSavepoint(keep: Bool) {
    let marks = savepoints.removeLast()
    for (id, mark) in marks {
      guard let index = accounts.index(forKey: id) else { continue }
      if !keep { accounts.values[index].undo(to: mark) }
      if savepoints.isEmpty {
        accounts.values[index].log.end()
        publish(id, at: index)
      } else if savepoints[savepoints.count - 1][id] == nil {
        savepoints[savepoints.count - 1][id] = mark
      }
      dropIfEmpty(id)
    }
  }

  /// Answers a question about the state as it is at `now`, with what is due and unwritten included,
  /// and leaves everything as it was.
  mutating func read<Value>(
    _ id: AccountID, at now: Instant, _ body: (inout AccountState) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    beginSavepoint()
    defer { endSavepoint(keep: false) }
    return try withAccount(id) { account throws(LedgerError) in
      account.advance(to: max(now, account.lastInstant))
      return try body(&account)
    }
  }
}

/// A row of the feed.
package struct FeedEntry: Sendable {
  package let account: AccountID
  package let row: RowReference
}
