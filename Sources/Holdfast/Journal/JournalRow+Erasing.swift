/// A row without what a caller wrote. Its figures, positions, instants and digests stay, and so all
/// that is decided or answered from it.
extension JournalRow {
  /// Takes the texts away: key, description, reference, metadata and reason, and the names of
  /// accounts.
  package mutating func erase() {
    cause = cause?.erased
  }
}

extension PreparedCommand {
  fileprivate var erased: PreparedCommand {
    let group = group.map {
      GroupMembership(
        key: $0.key.erased(of: .atomic), fingerprint: $0.fingerprint, index: $0.index,
        count: $0.count)
    }
    return PreparedCommand(
      restoring: Command(tenant: command.tenant, account: nil, action: command.action.erased),
      key: key.erased(of: name), fingerprint: fingerprint, accountID: accountID, group: group)
  }
}

extension Command.Action {
  fileprivate var erased: Command.Action {
    switch self {
    case .credit(var action):
      action.details = action.details.erased
      return .credit(action)
    case .debit(var action):
      action.details = action.details.erased
      return .debit(action)
    case .transfer(var action):
      action.to = ""
      action.details = action.details.erased
      return .transfer(action)
    case .reserve(var action):
      action.details = action.details.erased
      return .reserve(action)
    case .increase(var action):
      action.reservation = action.reservation.erased
      return .increase(action)
    case .extend(var action):
      action.reservation = action.reservation.erased
      return .extend(action)
    case .report(var action):
      action.reservation = action.reservation.erased
      return .report(action)
    case .settle(var action):
      action.reservation = action.reservation.erased
      action.details = action.details.erased
      return .settle(action)
    case .release(var action):
      action.reservation = action.reservation.erased
      action.reason = nil
      return .release(action)
    case .reverse(var action):
      action.reason = nil
      return .reverse(action)
    case .recordUsage(var action):
      action.details = action.details.erased
      return .recordUsage(action)
    case .reverseUsage, .setOverdraftLimit, .voidLot, .updateLot: return self
    }
  }
}

extension Details {
  fileprivate var erased: Details { Details(occurredAt: occurredAt) }
}

extension ReservationReference {
  fileprivate var erased: ReservationReference {
    if case .key(let key) = self { .key(key.erased(of: .reserve)) } else { self }
  }
}
