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
      let id = try accountID(of: prepared)
      defer { dropIfEmpty(id) }
      let instant = instant(of: prepared, id, now)
      guard isAnythingDue(for: prepared, id, by: instant) else {
        return try decide(prepared, id, at: instant, cap: cap)
      }
      beginSavepoint()
      do throws(LedgerError) {
        let decision = try decide(prepared, id, at: instant, cap: cap)
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
    _ prepared: PreparedCommand, _ id: AccountID, at now: Instant, cap: Amount?
  ) throws(LedgerError) -> Decision {
    if let replay = try findReplay(of: prepared, id, at: now) { return .replay(replay) }
    if case .transfer(let transfer) = prepared.command.action {
      return .apply(try self.transfer(transfer, from: id, prepared, at: now))
    }
    if let position = prepared.command.action.namedPosition, position.account != id {
      throw prepared.command.action.notFound
    }
    let setting = setting(of: prepared.command.tenant)
    return try withAccount(id) { account throws(LedgerError) in
      account.advance(to: now)
      return try account.execute(prepared, cap: cap, at: now, setting)
    }
  }

  private mutating func isAnythingDue(
    for prepared: PreparedCommand, _ id: AccountID, by instant: Instant
  ) -> Bool {
    if isAnythingDue(in: id, by: instant) { return true }
    guard case .transfer(let transfer) = prepared.command.action else { return false }
    let target = AccountID(tenant: prepared.command.tenant, account: transfer.to, key: hashKey)
    return isAnythingDue(in: target, by: instant)
  }

  private mutating func isAnythingDue(in id: AccountID, by instant: Instant) -> Bool {
    guard let slot = accounts.slot(of: id) else { return false }
    return accounts[slot: slot].nextDue(by: instant) != nil
  }

  /// The account that the command works on, made when a name calls for it.
  private mutating func accountID(of prepared: PreparedCommand) throws(LedgerError) -> AccountID {
    let command = prepared.command
    if command.account != nil, let id = prepared.accountID {
      if let slot = accounts.slot(of: id) {
        guard accounts[slot: slot].tenant == command.tenant,
          accounts[slot: slot].name == command.account
        else {
          throw LedgerError(.unavailable, "two accounts have the same internal id")
        }
        return id
      }
      guard command.action.opensAccount, let name = command.account else {
        throw command.action.notFound
      }
      return makeAccount(name, in: command.tenant)
    }
    guard let id = prepared.accountID, slot(of: id, in: command.tenant) != nil else {
      throw command.action.notFound
    }
    return id
  }

  /// Where the command's clock stands: no account's time runs backwards.
  func instant(of prepared: PreparedCommand, _ id: AccountID, _ now: Instant) -> Instant {
    var instant = max(now, lastInstant(of: id) ?? now)
    if case .transfer(let transfer) = prepared.command.action {
      let target = AccountID(
        tenant: prepared.command.tenant, account: transfer.to, key: hashKey)
      instant = max(instant, lastInstant(of: target) ?? instant)
    }
    return instant
  }

  private func lastInstant(of id: AccountID) -> Instant? {
    accounts.slot(of: id).map { accounts[slot: $0].lastInstant }
  }

  /// The first result, when the key had an effect. It comes before all that depends on the state.
  func findRow(of prepared: PreparedCommand, _ id: AccountID) throws(LedgerError) -> RowReference? {
    guard let slot = accounts.slot(of: id),
      let reference = accounts[slot: slot].keys[prepared.identity],
      let first = accounts[slot: slot].row(reference)?.cause
    else { return nil }
    guard first.key == prepared.key else {
      throw LedgerError(.unavailable, "two keys have the same hash")
    }
    guard first.fingerprint == prepared.fingerprint else {
      throw LedgerError(.idempotencyKeyReused, "the key had an effect with other input")
    }
    return reference
  }

  private mutating func findReplay(
    of prepared: PreparedCommand, _ id: AccountID, at now: Instant
  ) throws(LedgerError) -> CommandResult? {
    guard let reference = try findRow(of: prepared, id) else { return nil }
    return try withAccount(id) { account in
      account.advance(to: now)
      return account.result(of: reference, duplicate: true)
    }
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
  var notFound: LedgerError {
    switch self {
    case .reverse: LedgerError(.entryNotFound, "no such entry in this account")
    case .reverseUsage: LedgerError(.usageRecordNotFound, "no such usage record in this account")
    case .voidLot, .updateLot: LedgerError(.lotNotFound, "no such lot in this account")
    default: LedgerError(.reservationNotFound, "no such reservation in this account")
    }
  }
}
