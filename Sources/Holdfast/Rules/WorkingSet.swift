/// The accounts at hand, and the rules that act on them.
///
/// A store loads the accounts that a command works on, lets `execute` decide, and writes what was
/// changed. The in-memory store keeps a working set for ever.
package struct WorkingSet: Sendable {
  package internal(set) var accounts = AccountTable()
  /// The fingerprints of groups that had an effect.
  package var groups: [AccountID: Digest] = [:]
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

  package func setting(of tenant: TenantName) -> Setting {
    let known = definitions.isEmpty ? nil : definitions[tenant]
    return Setting(
      definitions: known ?? .none, calendar: calendar,
      maximumOpenReservations: maximumOpenReservations)
  }

  /// Puts an account, or the part of it that is needed, where commands find it.
  package mutating func load(_ account: AccountState) {
    accounts.insert(account)
  }

  /// Adds to an account that is at hand in part.
  package mutating func withLoaded(_ slot: Int, _ body: (inout AccountState) -> Void) {
    body(&accounts[slot: slot])
  }

  /// Where the account is, when it exists in the tenant.
  func slot(of id: AccountID, in tenant: TenantName) -> Int? {
    guard let slot = accounts.slot(of: id), accounts[slot: slot].tenant == tenant else {
      return nil
    }
    return slot
  }

  /// Works on an account in place.
  mutating func withAccount<Value>(
    _ id: AccountID, _ body: (inout AccountState) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    guard let slot = accounts.slot(of: id) else {
      preconditionFailure("an account is worked on that is not at hand")
    }
    return try withAccount(at: slot, body)
  }

  mutating func withAccount<Value>(
    at slot: Int, _ body: (inout AccountState) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    if !savepoints.isEmpty { noteTouch(of: accounts[slot: slot].id, at: slot) }
    defer {
      if savepoints.isEmpty { publish(accounts[slot: slot].id, at: slot) }
    }
    return try body(&accounts[slot: slot])
  }

  mutating func withAccount<Value>(
    at slot: Int, _ body: (inout AccountState) -> Value
  ) -> Value {
    if !savepoints.isEmpty { noteTouch(of: accounts[slot: slot].id, at: slot) }
    defer {
      if savepoints.isEmpty { publish(accounts[slot: slot].id, at: slot) }
    }
    return body(&accounts[slot: slot])
  }

  private mutating func publish(_ id: AccountID, at slot: Int) {
    for reference in accounts[slot: slot].unpublished {
      feed.append(FeedEntry(account: id, row: reference))
    }
    accounts[slot: slot].unpublished.removeAll(keepingCapacity: true)
  }

  /// Makes the account when it is not there; one that stays empty is dropped by `dropIfEmpty`.
  mutating func makeAccount(_ name: AccountName, in tenant: TenantName) -> AccountID {
    let id = AccountID(tenant: tenant, account: name, key: hashKey)
    if accounts.slot(of: id) == nil {
      accounts.insert(AccountState(id: id, tenant: tenant, name: name))
    }
    return id
  }

  mutating func dropIfEmpty(_ id: AccountID) {
    if let slot = accounts.slot(of: id), accounts[slot: slot].isEmpty { accounts.remove(id) }
  }

  private mutating func noteTouch(of id: AccountID, at slot: Int) {
    let top = savepoints.count - 1
    if !accounts[slot: slot].log.isRecording {
      accounts[slot: slot].log.begin()
      savepoints[top][id] = 0
    } else if savepoints[top][id] == nil {
      savepoints[top][id] = accounts[slot: slot].log.changes.count
    }
  }

  /// From here on everything can be put back. Savepoints nest.
  package mutating func beginSavepoint() {
    savepoints.append([:])
  }

  /// Ends the latest savepoint, and puts everything back as it was unless it is to be kept.
  package mutating func endSavepoint(keep: Bool) {
    let marks = savepoints.removeLast()
    for (id, mark) in marks {
      guard let slot = accounts.slot(of: id) else { continue }
      if !keep { accounts[slot: slot].undo(to: mark) }
      if savepoints.isEmpty {
        accounts[slot: slot].log.end()
        publish(id, at: slot)
      } else if savepoints[savepoints.count - 1][id] == nil {
        savepoints[savepoints.count - 1][id] = mark
      }
      dropIfEmpty(id)
    }
  }

  /// Answers a question about the state as it is at `now`, with what is due and unwritten included,
  /// and leaves everything as it was.
  package mutating func read<Value, Failure: Error>(
    _ id: AccountID, at now: Instant, _ body: (inout AccountState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let slot = accounts.slot(of: id) else {
      preconditionFailure("an account is read that is not at hand")
    }
    beginSavepoint()
    defer { endSavepoint(keep: false) }
    noteTouch(of: id, at: slot)
    accounts[slot: slot].advance(to: max(now, accounts[slot: slot].lastInstant))
    return try body(&accounts[slot: slot])
  }
}

/// A row of the feed.
package struct FeedEntry: Sendable {
  package let account: AccountID
  package let row: RowReference
}
