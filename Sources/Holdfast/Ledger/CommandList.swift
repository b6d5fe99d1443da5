/// Commands that go to the store in one call: independent of each other, or all or nothing.
///
/// Each command that is added gives a member, by which its result is found:
///
/// ```swift
/// var list = ledger.list()
/// let user = list.reserve(75, from: ledger.account("ada")["credits"])
/// let team = list.reserve(75, from: ledger.account("team-7")["credits"])
/// let results = try await list.submitAllOrNothing(key: "req-42")
/// let held = results[user].outcome
/// ```
///
/// A member needs a key of its own in `submit()`; in `submitAllOrNothing(key:)` one without a key
/// gets `key#index`.
public struct CommandList: Sendable {
  let ledger: Ledger
  private(set) var commands: [Command] = []

  init(ledger: Ledger) {
    self.ledger = ledger
  }

  public var count: Int { commands.count }

  /// Applies the commands independently of each other, in order; at most 10,000.
  public func submit() async throws(LedgerError) -> ListResults {
    try ListResults(try await ledger.send(commands), of: commands)
  }

  /// Applies the commands at one instant, all of them or none; 1 … 100.
  ///
  /// They are decided in order, each on what those before it left. The first refusal undoes all and
  /// is thrown, with the member's index as `failedIndex`; a refused `recordUsage` is a refusal
  /// here.
  ///
  /// - Parameter key: The group's. Its effect is once for all members, and a group with others is
  ///   `idempotency_key_reused`: the group that settles needs another key than the one that
  ///   reserved.
  public func submitAllOrNothing(
    key: IdempotencyKey
  ) async throws(LedgerError) -> GroupResults {
    let group = Group(tenant: ledger.tenant, key: key, commands: commands)
    return try GroupResults(try await ledger.send(group), of: group)
  }

  /// What `submit()` would do now. Nothing is written.
  public func preview() async throws(LedgerError) -> ListResults {
    let (store, commands) = (ledger.store, commands)
    let results = try await ledger.read { () async throws(LedgerError) in
      try await store.preview(commands)
    }
    return try ListResults(results, of: commands)
  }

  /// What `submitAllOrNothing(key:)` would do now. Nothing is written.
  public func previewAllOrNothing(
    key: IdempotencyKey
  ) async throws(LedgerError) -> GroupResults {
    let store = ledger.store
    let group = Group(tenant: ledger.tenant, key: key, commands: commands)
    let results = try await ledger.read { () async throws(LedgerError) in
      try await store.preview(group)
    }
    return try GroupResults(results, of: group)
  }

  mutating func add<Outcome>(
    _ action: Command.Action, account: AccountName?, key: IdempotencyKey?,
    as reading: Reading<Outcome>
  ) -> ListMember<Outcome> {
    commands.append(ledger.command(action, account: account, key: key))
    return ListMember(index: commands.count - 1, reading: reading)
  }
}

/// A command of a list, by which its result is found.
public struct ListMember<Outcome: Hashable & Sendable>: Sendable {
  /// Where it stands in its list, from 0.
  public let index: Int
  let reading: Reading<Outcome>
}
