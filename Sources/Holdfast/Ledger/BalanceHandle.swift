/// The balance of one unit of an account. Making one asks nobody.
public struct BalanceHandle: Sendable {
  public let account: AccountHandle
  public let unit: UnitName

  var ledger: Ledger { account.ledger }

  /// Adds a lot of credit.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1.
  ///   - key: A recurring grant names its period: `grant:pro:2026-03-01`.
  ///   - kind: Any but `settlement`, `usage`, `expiry`, `void`, `reversal` and `transfer`.
  ///   - expiresAt: When what is left lapses; `nil` for never.
  ///   - effectiveAt: When it starts to count; `nil` for now.
  ///   - priority: Lower burns first; −2³¹ … 2³¹ − 1.
  ///   - category: At equal priority and expiry, promotional credit burns first.
  ///   - costBasis: What was paid for the whole lot; 0 … 2⁵³ − 1.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  /// - Throws: `amount_overflow`.
  @discardableResult
  public func credit(
    _ amount: Amount, key: IdempotencyKey, kind: EntryKind = .grant, expiresAt: Instant? = nil,
    effectiveAt: Instant? = nil, priority: Int = 0, category: Credit.Category = .paid,
    costBasis: Amount? = nil, details: Details = .none
  ) async throws(LedgerError) -> Answer<CreditResult> {
    let credit = Credit(
      unit: unit, amount: amount, kind: kind, expiresAt: expiresAt, effectiveAt: effectiveAt,
      priority: priority, category: category, costBasis: costBasis, details: details)
    return try await send(.credit(credit), key: key, as: .credit)
  }

  /// Draws credit at once.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1.
  ///   - overage: What happens when `available` is less than the amount.
  ///   - kind: Any but `settlement`, `usage`, `expiry`, `void`, `reversal` and `transfer`.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  /// - Throws: `insufficient_balance`; with overage `overdraft` `overdraft_limit_exceeded`.
  @discardableResult
  public func debit(
    _ amount: Amount, key: IdempotencyKey, overage: Debit.Overage = .reject,
    kind: EntryKind = .debit, details: Details = .none
  ) async throws(LedgerError) -> Answer<DebitResult> {
    let debit = Debit(
      unit: unit, amount: amount, overage: overage, kind: kind, details: details)
    return try await send(.debit(debit), key: key, as: .debit)
  }

  /// Moves credit to the same unit of another account. An overdraft is not moved.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - receiver: the account that receives.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  /// - Throws: `insufficient_balance`, `amount_overflow`.
  @discardableResult
  public func transfer(
    _ amount: Amount, to receiver: AccountName, key: IdempotencyKey, details: Details = .none
  ) async throws(LedgerError) -> Answer<TransferResult> {
    let transfer = Transfer(unit: unit, to: receiver, amount: amount, details: details)
    return try await send(.transfer(transfer), key: key, as: .transfer)
  }

  /// Holds credit for work whose cost is known only when it ends, to be settled by whoever gets the
  /// reservation: this process or another. Within one function, `withReservation` does it all.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1.
  ///   - minimum: Holds what there is, up to `amount`, when that is at least this; 1 … `amount`.
  ///   - expiresIn: 1 s … 7 d in whole seconds, a started one counted whole.
  ///   - grace: 0 … 1 h after the expiry in which it can still be settled or released.
  ///   - floor: Whether the hold may reach into the overdraft.
  ///   - counts: Usage counted with the hold, all or nothing.
  ///   - onLapse: What becomes of the hold when nobody ends it.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `usage_item_not_found`, `too_many_open_reservations`, `limit_exceeded`,
  ///   `insufficient_balance`.
  @discardableResult
  public func reserve(
    _ amount: Amount, key: IdempotencyKey, minimum: Amount? = nil,
    expiresIn: Duration = .seconds(1800), grace: Duration = .zero,
    floor: Reserve.Floor = .overdraft, counts: [Reserve.Count] = [],
    onLapse: Reserve.OnLapse = .return, details: Details = .none
  ) async throws(LedgerError) -> Answer<HeldReservation> {
    let reserve = Reserve(
      unit: unit, amount: amount, minimum: minimum,
      expiresInSeconds: expiresIn.roundedUpSeconds, graceSeconds: grace.roundedUpSeconds,
      floor: floor, counts: counts, onLapse: onLapse, details: details)
    return try await send(.reserve(reserve), key: key, as: .held(account.name, unit))
  }

  private func send<Outcome>(
    _ action: Command.Action, key: IdempotencyKey, as reading: Reading<Outcome>
  ) async throws(LedgerError) -> Answer<Outcome> {
    try await ledger.send(action, account: account.name, key: key, as: reading)
  }
}

// MARK: Reading

extension BalanceHandle {
  /// The figures as they are, or as they were at a past instant; zeros where nothing ever happened.
  ///
  /// - Parameters:
  ///   - instant: What happened and was due by then is included. One that lies ahead is
  ///     `invalid_argument`.
  ///   - horizon: How far ahead `expiringSoon` looks, 0 … 365 d.
  public func figures(
    asOf instant: Instant? = nil, expiringWithin horizon: Duration = .seconds(604_800)
  ) async throws(LedgerError) -> Balance {
    let (store, address, unit) = (ledger.store, account.address, unit)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.balance(
        of: unit, address, asOf: instant, expiringWithin: horizon.roundedUpSeconds)
    }
  }

  /// What can be spent or held now: `posted − held + overdraftLimit`.
  public func available() async throws(LedgerError) -> Amount {
    try await figures().available
  }

  /// The lots with something remaining, in the order in which they burn.
  public func lots() async throws(LedgerError) -> [LotView] {
    let (store, address, unit) = (ledger.store, account.address, unit)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.lots(of: unit, address)
    }
  }

  /// The ledger that a customer sees: what changed the posted balance, newest first.
  public func entries(
    _ page: LedgerPage = .cursor(nil, limit: 100)
  ) async throws(LedgerError) -> LedgerEntries {
    let (store, address, unit) = (ledger.store, account.address, unit)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.ledger(of: unit, address, page)
    }
  }

  /// Who holds what, oldest first.
  public func openReservations() async throws(LedgerError) -> [Reservation] {
    try await account.openReservations(of: unit)
  }
}
