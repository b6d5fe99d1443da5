/// debit, and the late settlement that is charged like one.
extension AccountState {
  mutating func debit(_ debit: Debit, at moment: Moment) throws(LedgerError) -> RowReference {
    let balance = makeBalance(of: debit.unit)
    let amount = try chargeable(debit.amount, debit.overage, in: balance)
    try bounds(balances[balance].figures.posted - amount)

    // From here on the command succeeds.
    var row = JournalRow(.debit)
    row.draws = draw(amount, from: balance, &row.delta)
    row.isAnswer = true
    let version = append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: version)
  }

  /// What a fresh charge of `amount` would take.
  func chargeable(
    _ amount: Amount, _ overage: Debit.Overage, in balance: Int
  ) throws(LedgerError) -> Amount {
    let figures = balances[balance].figures
    switch overage {
    case .drawAvailable:
      return min(amount, max(0, figures.posted - figures.held))
    case .reject:
      guard amount <= figures.available else {
        throw insufficient(.insufficientBalance, available: figures.available, required: amount)
      }
    case .overdraft:
      guard amount <= figures.available else {
        throw insufficient(
          .overdraftLimitExceeded, available: figures.available, required: amount)
      }
    }
    return amount
  }
}
