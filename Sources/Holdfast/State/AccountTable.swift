/// Accounts by their ids, side by side in memory, so that one can be looked at without a copy.
package struct AccountTable: Sendable {
  private var slots: [AccountID: Int] = [:]
  private var states: ContiguousArray<AccountState> = []

  package init() {}

  package var count: Int { states.count }
  package var all: ContiguousArray<AccountState> { states }

  /// Where the account is, until the next one is removed.
  package func slot(of id: AccountID) -> Int? {
    slots[id]
  }

  package subscript(slot slot: Int) -> AccountState {
    _read { yield states[slot] }
    _modify { yield &states[slot] }
  }

  mutating func insert(_ state: AccountState) {
    precondition(slots[state.id] == nil, "an account stands once in a table")
    slots[state.id] = states.count
    states.append(state)
  }

  /// The last account takes the place of the one removed.
  @discardableResult
  mutating func remove(_ id: AccountID) -> AccountState? {
    guard let slot = slots.removeValue(forKey: id) else { return nil }
    states.swapAt(slot, states.count - 1)
    let removed = states.removeLast()
    if slot < states.count { slots[states[slot].id] = slot }
    return removed
  }
}
