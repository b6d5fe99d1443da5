/// Deciding one command.
extension WorkingSet {
  /// Decides a command at `now`, or at the last instant of its accounts when that is later.
  ///
  /// What was due before is written with an effect; a refusal and a replay write nothing.
  package mutating func execute(_ prepared: PreparedCommand, at now: Instant) -> Decision {
    execute(prepared, at: now, cap: nil)
  }

  mutating func execute(_ prepared: PreparedCommand, at now: Instant, cap: Amount?) -> Decision {
    do throws(LedgerError) {
      let known = accounts.count
      let slot = try slot(for: prepared)
      let id = accounts[slot: slot].id
      defer {
        if accounts.count != known { dropIfEmpty(id) }
      }
      let instant = instant(for: prepared, at: slot, now)
      guard isAnythingDue(for: prepared, at: slot, by: instant) else {
        return try decide(prepared, at: slot, instant, cap: cap)
      }
      beginSavepoint()
      do throws(LedgerError) {
        let decision = try decide(prepared, at: slot, instant, cap: cap)
        endSavepoint(keep: decision.isEffect)
        return decision
      } catch {
        endSavepoint(keep: false)
        throw error
      }
    } catch {
      return .refuse(error)
    }
  }

  private mutating func decide(
    _ prepared: PreparedCommand, at slot: Int, _ now: Instant, cap: Amount?
  ) throws(LedgerError) -> Decision {
    if let first = try findRow(of: prepared, at: slot) {
      return withAccount(at: slot) { account in
        account.advance(to: now)
        return .replay(account.result(of: first, duplicate: true))
      }
    }
    if case .transfer(let transfer) = prepared.command.action {
      let id = accounts[slot: slot].id
      return .apply(try self.transfer(transfer, from: id, prepared, at: now))
    }
    let setting = setting(of: prepared.command.tenant)
    return try withAccount(at: slot) { account throws(LedgerError) in
      account.advance(to: now)
      return try account.execute(prepared, cap: cap, at: now, setting)
    }
  }

  private mutating func isAnythingDue(
    for prepared: PreparedCommand, at slot: Int, by instant: Instant
  ) -> Bool {
    if accounts[slot: slot].nextDue(by: instant) != nil { return true }
    guard case .transfer(let transfer) = prepared.command.action,
      let target = accounts.slot(of: target(of: transfer, in: prepared.command.tenant))
    else { return false }
    return accounts[slot: target].nextDue(by: instant) != nil
  }

  private func target(of transfer: Transfer, in tenant: TenantName) -> AccountID {
    AccountID(tenant: tenant, account: transfer.to, key: hashKey)
  }

  /// Where the account is that the command works on; it is made when a name calls for it.
  private mutating func slot(for prepared: PreparedCommand) throws(LedgerError) -> Int {
    guard let id = prepared.accountID else {
      throw prepared.unlocated ?? prepared.command.action.notFound
    }
    if let slot = accounts.slot(of: id) {
      guard accounts[slot: slot].tenant == prepared.command.tenant else {
        throw prepared.command.action.notFound
      }
      guard let name = prepared.command.account, accounts[slot: slot].name != name else {
        return slot
      }
      throw LedgerError(.unavailable, "two accounts have the same internal id")
    }
    guard prepared.command.action.opensAccount, let name = prepared.command.account else {
      throw prepared.command.action.notFound
    }
    _ = makeAccount(name, in: prepared.command.tenant)
    return accounts.count - 1
  }

  /// Where the command's clock stands: no account's time runs backwards.
  private func instant(for prepared: PreparedCommand, at slot: Int, _ now: Instant) -> Instant {
    let instant = max(now, accounts[slot: slot].lastInstant)
    guard case .transfer(let transfer) = prepared.command.action,
      let target = accounts.slot(of: target(of: transfer, in: prepared.command.tenant))
    else { return instant }
    return max(instant, accounts[slot: target].lastInstant)
  }

  /// The same for a member of a group, whose account may not exist yet.
  func instant(of prepared: PreparedCommand, _ now: Instant) -> Instant {
    guard let id = prepared.accountID, let slot = accounts.slot(of: id) else { return now }
    return instant(for: prepared, at: slot, now)
  }

  /// The first result, when the key had an effect. It comes before all that depends on the state.
  func findRow(of prepared: PreparedCommand, _ id: AccountID) throws(LedgerError) -> RowReference? {
    guard let slot = accounts.slot(of: id) else { return nil }
    return try findRow(of: prepared, at: slot)
  }

  /// Whether an effect with this input is known under the key in the account.
  func hasApplied(_ identity: KeyIdentity, _ fingerprint: Digest, in id: AccountID) -> Bool {
    guard let slot = accounts.slot(of: id), let reference = accounts[slot: slot].keys[identity]
    else { return false }
    return accounts[slot: slot].row(reference)?.cause?.fingerprint == fingerprint
  }

  private func findRow(
    of prepared: PreparedCommand, at slot: Int
  ) throws(LedgerError) -> RowReference? {
    guard let reference = accounts[slot: slot].keys[prepared.identity],
      let first = accounts[slot: slot].row(reference)?.cause
    else { return nil }
    guard first.key == prepared.key || first.key.isErased else {
      throw LedgerError(.unavailable, "two keys have the same hash")
    }
    guard first.fingerprint == prepared.fingerprint else {
      throw LedgerError(.idempotencyKeyReused, "the key had an effect with other input")
    }
    return reference
  }

  private mutating func transfer(
    _ transfer: Transfer, from id: AccountID, _ prepared: PreparedCommand, at now: Instant
  ) throws(LedgerError) -> CommandResult {
    let target = makeAccount(transfer.to, in: prepared.command.tenant)
    defer { dropIfEmpty(target) }
    try withAccount(id) { account throws(LedgerError) in
      account.advance(to: now)
      try account.checkTransferOut(transfer)
    }
    let next = try withAccount(target) { account throws(LedgerError) in
      account.advance(to: now)
      try account.checkTransferIn(transfer)
      return account.nextPosition(in: transfer.unit)
    }

    // From here on the command succeeds.
    let moment = Moment(instant: now, cause: prepared)
    let (answer, pieces) = try withAccount(id) { account in
      let out = account.transferOut(transfer, to: next, at: moment)
      account.setKey(prepared.identity, out.answer)
      return out
    }
    let source = try withAccount(id) { account in account.position(answer) }
    try withAccount(target) { account in
      account.transferIn(pieces, transfer, from: source, at: moment)
    }
    return try withAccount(id) { account in account.result(of: answer, duplicate: false) }
  }
}

extension AccountState {
  /// Decides a command of this account, after its key was looked up and what was due was written.
  fileprivate mutating func execute(
    _ prepared: PreparedCommand, cap: Amount?, at now: Instant, _ setting: Setting
  ) throws(LedgerError) -> Decision {
    let moment = Moment(instant: now, cause: prepared)
    let answer: RowReference
    switch prepared.command.action {
    case .credit(let action): answer = try credit(action, at: moment)
    case .debit(let action): answer = try debit(action, at: moment)
    case .reserve(let action): answer = try reserve(action, at: moment, setting)
    case .increase(let action): answer = try increase(action, at: moment, setting)
    case .extend(let action): answer = try extend(action, at: moment)
    case .report(let action):
      guard let reference = try report(action, at: moment) else {
        return .replay(try presentReport(action))
      }
      answer = reference
    case .settle(let action): answer = try settle(action, cap: cap, at: moment)
    case .release(let action):
      guard let reference = try release(action, at: moment) else {
        return .replay(try presentRelease(action))
      }
      answer = reference
    case .reverse(let action): answer = try reverse(action, at: moment)
    case .recordUsage(let action): answer = try recordUsage(action, at: moment, setting)
    case .reverseUsage(let action): answer = try reverseUsage(action, at: moment, setting)
    case .setOverdraftLimit(let action): answer = setOverdraftLimit(action, at: moment)
    case .voidLot(let action): answer = try voidLot(action, at: moment)
    case .updateLot(let action): answer = try updateLot(action, at: moment)
    case .transfer: preconditionFailure("a transfer works on two accounts")
    }
    setKey(prepared.identity, answer)
    return .apply(result(of: answer, duplicate: false))
  }
}

extension Command.Action {
  /// Whether its first effect brings the account into being.
  fileprivate var opensAccount: Bool {
    switch self {
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: true
    case .increase, .extend, .report, .settle, .release, .reverse, .reverseUsage, .voidLot,
      .updateLot:
      false
    }
  }

  /// The refusal when the id or key it names is not of this account.
  package var notFound: LedgerError {
    switch self {
    case .reverse: LedgerError(.entryNotFound, "no such entry in this account")
    case .reverseUsage: LedgerError(.usageRecordNotFound, "no such usage record in this account")
    case .voidLot, .updateLot:
      LedgerError(.lotNotFound, "no such lot in this account, or nothing left of it")
    default: LedgerError(.reservationNotFound, "no such reservation in this account")
    }
  }
}
