/// credit and setOverdraftLimit.
extension AccountState {
  mutating func credit(
    _ credit: Credit, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    let now = moment.instant
    let effectiveAt = max(credit.effectiveAt ?? now, now)
    if let expiresAt = credit.expiresAt, expiresAt <= effectiveAt {
      throw Validation.invalid("expiresAt", "must be after now and after effectiveAt")
    }
    let balance = makeBalance(of: credit.unit)
    let figures = balances[balance].figures
    let isScheduled = effectiveAt > now
    try bounds(figures.posted + figures.scheduled + credit.amount)
    // With less than nothing posted the sum has room that the figure itself has not.
    if isScheduled { try bounds(figures.scheduled + credit.amount) }

    // From here on the command succeeds.
    var row = JournalRow(.credit)
    let terms = LotTerms(
      expiresAt: credit.expiresAt, effectiveAt: effectiveAt, createdAt: now,
      priority: Int32(credit.priority), category: credit.category, costBasis: credit.costBasis)
    row.lot = LotRow(terms: terms, opened: credit.amount)
    row.isAnswer = true
    openLot(credit.amount, terms, isScheduled: isScheduled, in: balance)
    if isScheduled {
      row.delta.scheduled = credit.amount
    } else {
      row.delta.posted = credit.amount
      row.draws = repayDebt(of: balance, &row.delta)
    }
    let version = append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: version)
  }

  mutating func setOverdraftLimit(
    _ set: SetOverdraftLimit, at moment: Moment
  ) -> RowReference {
    let balance = makeBalance(of: set.unit)
    var row = JournalRow(.overdraftLimit)
    row.delta.overdraftLimit = set.limit - balances[balance].figures.overdraftLimit
    row.isAnswer = true
    let version = append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: version)
  }
}
