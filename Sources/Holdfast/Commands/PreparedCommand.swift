/// A validated command with what identifies it. Journal rows keep it as their cause.
package final class PreparedCommand: Sendable {
  package let command: Command
  /// The key as given, derived from the group, or made by the store for keyless usage.
  package let key: IdempotencyKey
  package let identity: KeyIdentity
  package let fingerprint: Digest
  /// The account the command works on; `nil` when no account was given and the id does not decode.
  package let accountID: AccountID?
  package let group: GroupMembership?

  package var name: CommandName { command.action.name }

  /// - Parameter key: the command's own, or the one that stands in for it.
  init(
    _ command: Command, key: IdempotencyKey, hashKey: HashKey, group: GroupMembership? = nil
  ) {
    self.command = command
    self.key = key
    identity = KeyIdentity(command: command.action.name, key: key)
    self.fingerprint = Fingerprint.of(command.action)
    self.group = group
    if let account = command.account {
      accountID = AccountID(tenant: command.tenant, account: account, key: hashKey)
    } else {
      accountID = command.action.namedPosition?.account
    }
  }
}

/// Which group a command was part of.
package struct GroupMembership: Hashable, Sendable {
  package let key: IdempotencyKey
  package let fingerprint: Digest
  package let index: Int
  package let count: Int
}

extension Command.Action {
  /// The position that the action names by an id.
  var namedPosition: Position? {
    switch self {
    case .increase(let action): action.reservation.position
    case .extend(let action): action.reservation.position
    case .report(let action): action.reservation.position
    case .settle(let action): action.reservation.position
    case .release(let action): action.reservation.position
    case .reverse(let action): action.entry.position
    case .reverseUsage(let action): action.record.position
    case .voidLot(let action): action.lot.position
    case .updateLot(let action): action.lot.position
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: nil
    }
  }

  /// The key by which the action names a reservation.
  var namedReservationKey: IdempotencyKey? {
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
