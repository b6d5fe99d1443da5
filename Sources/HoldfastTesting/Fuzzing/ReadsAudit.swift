internal import Holdfast

/// Checks that what a store lets anybody read of a tenant agrees with itself.
struct ReadsAudit {
  let store: InMemoryStore
  let tenant: TenantName

  func run() async throws(FuzzFinding) {
    // A tenant that no command could be for has nothing to read.
    guard (try? await store.changes(in: tenant)) != nil else { return }
    let accounts = try await auditFeed()
    var before: [[Balance]] = []
    for account in accounts { before.append(try await audit(account)) }
    try await reading { () async throws(LedgerError) in _ = try await store.sweep(tenant) }
    _ = try await auditFeed()
    for (account, balances) in zip(accounts, before) {
      try FuzzFinding.unless(
        try await audit(account) == balances, "a sweep changes a balance of \(account)")
    }
  }

  private func reading<Value>(
    _ body: () async throws(LedgerError) -> Value
  ) async throws(FuzzFinding) -> Value {
    do throws(LedgerError) {
      return try await body()
    } catch {
      throw FuzzFinding("a read is refused: \(error)")
    }
  }

  /// Versions without gaps, figures that add up, time that never runs back; the accounts seen.
  private func auditFeed() async throws(FuzzFinding) -> [AccountName] {
    var last: [[ByteText]: Change] = [:]
    var cursor: String?
    while true {
      let part = try await reading { () async throws(LedgerError) in
        try await store.changes(in: tenant, after: cursor, limit: 100)
      }
      for change in part.changes {
        let stream = [
          change.account.text, change.unit?.text ?? ByteText(""), change.item?.text ?? ByteText(""),
        ]
        try FuzzFinding.unless(
          change.follows(last.updateValue(change, forKey: stream)), "the feed breaks at \(change)")
      }
      cursor = part.cursor
      if part.changes.isEmpty { break }
    }
    return Set(last.values.map(\.account)).sorted()
  }

  private func audit(_ account: AccountName) async throws(FuzzFinding) -> [Balance] {
    let address = AccountAddress(tenant: tenant, account: account)
    let balances = try await reading { () async throws(LedgerError) in
      try await store.balances(of: address)
    }
    for balance in balances {
      try FuzzFinding.unless(balance.isWithinBounds, "out of bounds: \(balance)")
      try await auditLots(balance, address)
      try await auditHolds(balance, address)
      try await auditLedger(balance, address)
    }
    let usage = try await reading { () async throws(LedgerError) in
      try await store.usage(of: address)
    }
    for view in usage {
      let figures =
        [view.used, view.remaining ?? 0] + view.limits.flatMap { [$0.used, $0.remaining] }
      try FuzzFinding.unless(figures.allSatisfy { $0 >= 0 }, "negative usage: \(view)")
    }
    return balances
  }

  private func auditLots(
    _ balance: Balance, _ address: AccountAddress
  ) async throws(FuzzFinding) {
    let lots = try await reading { () async throws(LedgerError) in
      try await store.lots(of: balance.unit, address)
    }
    let remaining = lots.reduce(Amount.zero) { $0 + $1.remaining }
    let pinned = lots.reduce(Amount.zero) { $0 + $1.pinned }
    try FuzzFinding.unless(
      remaining - balance.debt == balance.posted, "lots less debt are not posted: \(balance)")
    try FuzzFinding.unless(pinned <= balance.held, "more pinned than held: \(balance)")
    for lot in lots {
      try FuzzFinding.unless(
        lot.remaining > 0 && lot.remaining <= lot.amount && lot.pinned >= 0
          && lot.pinned <= lot.remaining, "out of bounds: \(lot)")
      try FuzzFinding.unless(
        balance.debt == 0 || lot.pinned == lot.remaining, "debt beside a free lot: \(lot)")
    }
  }

  private func auditHolds(
    _ balance: Balance, _ address: AccountAddress
  ) async throws(FuzzFinding) {
    let holds = try await reading { () async throws(LedgerError) in
      try await store.openReservations(of: address, unit: balance.unit)
    }
    let held = holds.reduce(Amount.zero) { $0 + $1.remainingReserved }
    try FuzzFinding.unless(held == balance.held, "open reservations are not held: \(balance)")
    for hold in holds {
      try FuzzFinding.unless(
        hold.status == .open && hold.remainingReserved >= 0 && hold.settledAmount >= 0
          && hold.shortfallAmount == hold.requestedAmount - hold.settledAmount,
        "out of bounds: \(hold)")
    }
  }

  private func auditLedger(
    _ balance: Balance, _ address: AccountAddress
  ) async throws(FuzzFinding) {
    var after = balance.posted
    var cursor: String?
    repeat {
      let page = try await reading { () async throws(LedgerError) in
        try await store.ledger(of: balance.unit, address, .cursor(cursor, limit: 5))
      }
      for entry in page.entries {
        try FuzzFinding.unless(
          entry.balanceAfter == after && entry.delta != 0, "the ledger breaks at \(entry)")
        after -= entry.delta
      }
      cursor = page.nextCursor
    } while cursor != nil
    try FuzzFinding.unless(after == 0, "the ledger does not begin at nothing: \(balance)")
  }
}

extension Change {
  fileprivate func follows(_ last: Change?) -> Bool {
    version == (last?.version ?? 0) + 1
      && postedAfter == (last?.postedAfter ?? 0) + postedDelta
      && heldAfter == (last?.heldAfter ?? 0) + heldDelta && heldAfter >= 0
      && createdAt >= (last?.createdAt ?? createdAt)
  }
}

extension Balance {
  fileprivate var isWithinBounds: Bool {
    held >= 0 && debt >= 0 && scheduled >= 0 && overdraftLimit >= 0
      && held <= .maximum && posted <= .maximum && posted >= -Amount.maximum
      && available == posted - held + overdraftLimit
      && posted + scheduled <= .maximum && (expiringSoon ?? 0) >= 0
  }
}
