internal import Holdfast

/// Finds out what a decided batch changed, and gives the statements that write it.
struct Writing {
  let context: StoreContext
  let now: Instant
  private var slots: [Int16: SlotWrites] = [:]
  /// The accounts that came into being.
  private(set) var opened: [(AccountID, AccountAddress)] = []
  /// How many of the decided rows were looked at before all was decided.
  private var seen = 0

  init(_ context: StoreContext, now: Instant) {
    self.context = context
    self.now = now
  }

  var isEmpty: Bool { slots.isEmpty }

  /// The statements for rows that can be written while more is decided: those of streams that are there
  /// and locked, when there are enough of them. Nothing else of what was decided so far is final.
  mutating func rowsAhead(of deciding: Deciding, _ loader: Loader) -> [Statement] {
    guard deciding.set.feed.count - seen >= context.rowsWorthAStatement else { return [] }
    var last: FeedEntry?
    for entry in deciding.set.feed[seen...] {
      defer { last = entry }
      if let last, last.account == entry.account, last.row.stream == entry.row.stream { continue }
      addAhead(entry, deciding, loader)
    }
    seen = deciding.set.feed.count
    return slots.keys.sorted().compactMap { slot in
      guard let count = slots[slot]?.rows.count, count >= context.rowsWorthAStatement else {
        return nil
      }
      return slots[slot]?.takeRows(context.queries.writing, slot)
    }
  }

  private mutating func addAhead(_ entry: FeedEntry, _ deciding: Deciding, _ loader: Loader) {
    let slot = context.slot(of: entry.account)
    guard let stream = loader.stream(entry.row.stream, of: entry.account),
      let place = deciding.set.accounts.slot(of: entry.account)
    else { return }
    let state = deciding.set.accounts[slot: place]
    let (name, journal): (StreamName, RowStore) =
      switch entry.row.stream {
      case .balance(let index):
        (.balance(state.balances[index].unit), state.balances[index].journal)
      case .meter(let index): (.usage(state.meters[index].item), state.meters[index].journal)
      }
    slots[slot, default: SlotWrites()].addAhead(
      journal, after: stream.version, of: entry.account, stream.number,
      in: StreamPlace(
        account: entry.account, tenant: state.tenant, name: state.name, stream: name))
  }

  mutating func add(
    _ decided: Deciding, _ accounts: [LoadedAccount], swept: Set<AccountID>
  ) {
    let touched = Set(decided.set.feed.map(\.account))
    for account in accounts.sorted(by: { $0.id < $1.id }) {
      guard let place = decided.set.accounts.slot(of: account.id) else { continue }
      add(
        account, decided.set.accounts[slot: place], isTouched: touched.contains(account.id),
        isSwept: swept.contains(account.id))
    }
    for group in decided.groups {
      slots[context.slot(of: group.id), default: SlotWrites()].groups.append(group)
    }
  }

  /// In ascending order of slots; what is added to stored sums comes last.
  ///
  /// - Parameters:
  ///   - isOnlyBatch: whether nothing else is written in the transaction.
  ///   - writer: in whose rows it adds to the sums.
  func statements(isOnlyBatch: Bool, writer: Int64) -> [Statement] {
    let slots = slots.sorted { $0.key < $1.key }
    let rows = slots.flatMap { slot, writes in
      writes.statements(
        context.queries.writing, slot: slot, now: now, isOnlyBatch: isOnlyBatch)
    }
    return rows
      + slots.flatMap { slot, writes in
        writes.rollups.statements(context.queries.rollups, slot: slot, writer: writer)
      }
  }

  private mutating func add(
    _ account: LoadedAccount, _ state: AccountState, isTouched: Bool, isSwept: Bool
  ) {
    let slot = context.slot(of: account.id)
    var writes = slots.removeValue(forKey: slot) ?? SlotWrites()
    if isTouched, account.address == nil {
      let address = AccountAddress(tenant: state.tenant, account: state.name)
      opened.append((account.id, address))
      writes.accounts.append((account.id, address))
    }
    var changes = AccountChanges(
      account, state, asOf: isSwept ? max(now, state.lastInstant) : state.lastInstant)
    if isTouched || isSwept {
      for index in state.balances.indices {
        changes.addBalance(index, isSwept: isSwept, to: &writes)
      }
    }
    for index in state.meters.indices {
      changes.addMeter(index, isTouched: isTouched, to: &writes)
    }
    if isTouched { writes.rollups.add(state, since: account) }
    if !writes.isEmpty { slots[slot] = writes }
  }
}
