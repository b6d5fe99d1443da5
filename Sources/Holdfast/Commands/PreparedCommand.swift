/// A validated command with what identifies it. Journal rows keep it as their cause.
package final class PreparedCommand: Sendable {
  /// As it was given.
  package let command: Command
  /// The key as given, derived from the group, or made by the store for keyless usage.
  package let key: IdempotencyKey
  package let identity: KeyIdentity
  package let fingerprint: Digest
  /// The account the command works on; `nil` when no account was given and the id does not decode.
  package let accountID: AccountID?
  package let group: GroupMembership?
  /// Why no account could be found for a reservation that is named by key alone.
  package let unlocated: LedgerError?

  package var name: CommandName { command.action.name }

  /// - Parameters:
  ///   - key: the command's own, or the one that stands in for it.
  ///   - located: the account of the reservation that a command without an account names.
  ///   - unlocated: why the command's account is not known.
  init(
    _ command: consuming Command, key: IdempotencyKey, hashKey: HashKey,
    group: GroupMembership? = nil, located: AccountName? = nil, unlocated: LedgerError? = nil
  ) {
    self.key = key
    self.group = group
    self.unlocated = unlocated
    identity = KeyIdentity(command: command.action.name, key: key)
    fingerprint = Fingerprint.of(command.action)
    if let account = command.account ?? located {
      accountID = AccountID(tenant: command.tenant, account: account, key: hashKey)
    } else {
      accountID = command.action.namedAccount
    }
    self.command = command
  }

  /// A command as a journal row kept it. The fingerprint is the one it had when it was applied, so
  /// that it does not depend on how commands are read back.
  package init(
    restoring command: Command, key: IdempotencyKey, fingerprint: Digest, accountID: AccountID?,
    group: GroupMembership?
  ) {
    self.command = command
    self.key = key
    self.fingerprint = fingerprint
    self.accountID = accountID
    self.group = group
    identity = KeyIdentity(command: command.action.name, key: key)
    unlocated = nil
  }
}

/// Which group a command was part of.
package struct GroupMembership: Hashable, Sendable {
  package let key: IdempotencyKey
  package let fingerprint: Digest
  package let index: Int
  package let count: Int

  package init(key: IdempotencyKey, fingerprint: Digest, index: Int, count: Int) {
    self.key = key
    self.fingerprint = fingerprint
    self.index = index
    self.count = count
  }
}

extension Command.Action {
  /// The account of the id that the action names.
  var namedAccount: AccountID? {
    switch self {
    case .increase(let action): action.reservation.position?.account
    case .extend(let action): action.reservation.position?.account
    case .report(let action): action.reservation.position?.account
    case .settle(let action): action.reservation.position?.account
    case .release(let action): action.reservation.position?.account
    case .reverse(let action): action.entry.position?.account
    case .reverseUsage(let action): action.record.position?.account
    case .voidLot(let action): action.lot.position?.account
    case .updateLot(let action): action.lot.position?.account
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: nil
    }
  }

  /// The key by which the action names a reservation.
  package var namedReservationKey: IdempotencyKey? {
    let reference: ReservationReference
    switch self {
    case .increase(let action): reference = action.reservation
    case .extend(let action): reference = action.reservation
    case .report(let action): reference = action.reservation
    case .settle(let action): reference = action.reservation
    case .release(let action): reference = action.reservation
    case .credit, .debit, .transfer, .reserve, .reverse, .recordUsage, .reverseUsage,
      .setOverdraftLimit, .voidLot, .updateLot:
      return nil
    }
    if case .key(let key) = reference { return key }
    return nil
  }
}

extension ReservationReference {
  var position: Position? {
    if case .id(let id) = self { id.position } else { nil }
  }
}
