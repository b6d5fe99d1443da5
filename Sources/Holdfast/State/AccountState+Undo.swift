extension AccountState {
  /// Puts everything back as it was when the log had `mark` changes.
  mutating func undo(to mark: Int) {
    for change in log.take(behind: mark) { undo(change) }
  }

  private mutating func undo(_ change: ChangeLog.Change) {
    switch change {
    case .figures(let balance, let version, let figures):
      balances[balance].version = version
      balances[balance].figures = figures
    case .row(.balance(let balance)):
      balances[balance].journal.removeLast()
      unpublished.removeLast()
    case .row(.meter(let meter)):
      meters[meter].journal.removeLast()
      unpublished.removeLast()
    case .lot(let balance, let version, let lot): restore(lot, version, in: balance)
    case .hold(let balance, let version, let hold): restore(hold, version, in: balance)
    case .closedHold(let balance, let version):
      balances[balance].journal.setCloser(of: version, to: 0)
    case .reversed(let balance, let version, let amount):
      balances[balance].reversed[version] = amount
    case .repaymentAdded(let balance): balances[balance].repayments.removeLast()
    case .repaymentReduced(let balance, let amount):
      balances[balance].repayments[balances[balance].repayments.count - 1].amount += amount
    case .repaymentRemoved(let balance, let draw): balances[balance].repayments.append(draw)
    case .meter(let meter, let version, let lifetime):
      meters[meter].version = version
      meters[meter].lifetime = lifetime
    case .counters(let meter, let counters, let revision):
      meters[meter].counters = counters
      meters[meter].revision = revision
    case .record(let meter, let version, let record): meters[meter].records[version] = record
    case .key(let identity): keys.removeLast(identity)
    case .instant(let instant): lastInstant = instant
    case .openHoldCount(let count): openHoldCount = count
    }
  }

  /// A queue may have lost its entry in between; one too many does no harm.
  private mutating func restore(_ lot: Lot?, _ version: Int64, in balance: Int) {
    balances[balance].lots[version] = nil
    balances[balance].exhausted[version] = nil
    guard let lot else { return }
    if lot.remaining > 0 {
      balances[balance].lots[version] = lot
      balances[balance].dueQueue.insert(lot)
      if lot.canBurn { balances[balance].burnQueue.insert(lot) }
    } else {
      balances[balance].exhausted[version] = lot
    }
    balances[balance].compactQueues()
  }

  private mutating func restore(_ hold: Hold?, _ version: Int64, in balance: Int) {
    balances[balance].holds[version] = hold
    if let hold { balances[balance].dueQueue.insert(hold) }
    balances[balance].compactQueues()
  }
}
