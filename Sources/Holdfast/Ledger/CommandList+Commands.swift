/// The commands that a list takes. Shapes and refusals are those of the handles' functions.
extension CommandList {
  public mutating func credit(
    _ amount: Amount, to balance: BalanceHandle, key: IdempotencyKey? = nil,
    kind: EntryKind = .grant, expiresAt: Instant? = nil, effectiveAt: Instant? = nil,
    priority: Int = 0, category: Credit.Category = .paid, costBasis: Amount? = nil,
    details: Details = .none
  ) -> ListMember<CreditResult> {
    let credit = Credit(
      unit: balance.unit, amount: amount, kind: kind, expiresAt: expiresAt,
      effectiveAt: effectiveAt, priority: priority, category: category, costBasis: costBasis,
      details: details)
    return add(.credit(credit), account: balance.account.name, key: key, as: .credit)
  }

  public mutating func debit(
    _ amount: Amount, from balance: BalanceHandle, key: IdempotencyKey? = nil,
    overage: Debit.Overage = .reject, kind: EntryKind = .debit, details: Details = .none
  ) -> ListMember<DebitResult> {
    let debit = Debit(
      unit: balance.unit, amount: amount, overage: overage, kind: kind, details: details)
    return add(.debit(debit), account: balance.account.name, key: key, as: .debit)
  }

  public mutating func transfer(
    _ amount: Amount, from balance: BalanceHandle, to receiver: AccountName,
    key: IdempotencyKey? = nil, details: Details = .none
  ) -> ListMember<TransferResult> {
    let transfer = Transfer(unit: balance.unit, to: receiver, amount: amount, details: details)
    return add(.transfer(transfer), account: balance.account.name, key: key, as: .transfer)
  }

  public mutating func reserve(
    _ amount: Amount, from balance: BalanceHandle, key: IdempotencyKey? = nil,
    minimum: Amount? = nil, expiresIn: Duration = .seconds(1800), grace: Duration = .zero,
    floor: Reserve.Floor = .overdraft, counts: [Reserve.Count] = [],
    onLapse: Reserve.OnLapse = .return, details: Details = .none
  ) -> ListMember<HeldReservation> {
    let reserve = Reserve(
      unit: balance.unit, amount: amount, minimum: minimum,
      expiresInSeconds: expiresIn.roundedUpSeconds, graceSeconds: grace.roundedUpSeconds,
      floor: floor, counts: counts, onLapse: onLapse, details: details)
    let account = balance.account.name
    return add(
      .reserve(reserve), account: account, key: key, as: .held(account, balance.unit))
  }

  public mutating func increase(
    _ reservation: ReservationHandle, by amount: Amount, key: IdempotencyKey? = nil
  ) -> ListMember<ReservationResult> {
    add(
      .increase(Increase(reservation: reservation.reference, amount: amount)),
      account: reservation.account, key: key, as: .reservation)
  }

  public mutating func extend(
    _ reservation: ReservationHandle, toLast duration: Duration, key: IdempotencyKey? = nil
  ) -> ListMember<ReservationResult> {
    let extend = Extend(
      reservation: reservation.reference, by: .fromNow(seconds: duration.roundedUpSeconds))
    return add(.extend(extend), account: reservation.account, key: key, as: .reservation)
  }

  public mutating func report(
    used: Amount, on reservation: ReservationHandle, key: IdempotencyKey? = nil
  ) -> ListMember<ReportResult> {
    add(
      .report(Report(reservation: reservation.reference, used: used)),
      account: reservation.account, key: key, as: .report)
  }

  /// - Parameters:
  ///   - coupled: In a group, all settles so marked charge the same amount: the least that
  ///     any of them can. Each needs a balance of its own, and overage `capAtReserved` or
  ///     `drawAvailable`.
  ///   - final: whether what is left of the hold returns and the hold closes.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  ///   - overage: what happens to the part above the hold.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - late: what happens after the hold lapsed.
  ///   - amount: 0 … 2⁵³ − 1.
  ///   - reservation: the reservation to settle.
  public mutating func settle(
    _ amount: Amount, on reservation: ReservationHandle, final: Bool = true,
    coupled: Bool = false, key: IdempotencyKey? = nil, overage: Settle.Overage = .drawAvailable,
    late: Settle.Late = .reject, details: Details = .none
  ) -> ListMember<SettleResult> {
    let settle = Settle(
      reservation: reservation.reference, amount: amount, final: final, overage: overage,
      late: late, coupled: coupled, details: details)
    return add(.settle(settle), account: reservation.account, key: key, as: .settle)
  }

  public mutating func release(
    _ reservation: ReservationHandle, reason: String? = nil, key: IdempotencyKey? = nil
  ) -> ListMember<ReleaseResult> {
    add(
      .release(Release(reservation: reservation.reference, reason: reason)),
      account: reservation.account, key: key, as: .release)
  }

  public mutating func reverse(
    _ entry: EntryID, of account: AccountHandle, amount: Amount? = nil, reason: String? = nil,
    key: IdempotencyKey? = nil
  ) -> ListMember<ReverseResult> {
    add(
      .reverse(Reverse(entry: entry, amount: amount, reason: reason)), account: account.name,
      key: key, as: .reverse)
  }

  public mutating func recordUsage(
    of item: ItemName, _ amount: Amount = 1, by account: AccountHandle,
    key: IdempotencyKey? = nil, details: Details = .none
  ) -> ListMember<UsageAnswer> {
    add(
      .recordUsage(RecordUsage(item: item, amount: amount, details: details)),
      account: account.name, key: key, as: .usage)
  }

  public mutating func reverseUsage(
    _ record: UsageRecordID, of account: AccountHandle, amount: Amount? = nil,
    key: IdempotencyKey? = nil
  ) -> ListMember<ReverseUsageResult> {
    add(
      .reverseUsage(ReverseUsage(record: record, amount: amount)), account: account.name,
      key: key, as: .reverseUsage)
  }
}

/// The commands that administration may add to a list.
extension Administration {
  public func addOverdraftLimit(
    _ limit: Amount, of balance: BalanceHandle, key: IdempotencyKey? = nil,
    to list: inout CommandList
  ) -> ListMember<OverdraftLimitResult> {
    list.add(
      .setOverdraftLimit(SetOverdraftLimit(unit: balance.unit, limit: limit)),
      account: balance.account.name, key: key, as: .overdraftLimit)
  }

  public func addVoid(
    of lot: LotID, key: IdempotencyKey? = nil, to list: inout CommandList
  ) -> ListMember<LotResult> {
    list.add(.voidLot(VoidLot(lot: lot)), account: nil, key: key, as: .lot)
  }

  public func addUpdate(
    of lot: LotID, expiry: UpdateLot.Expiry = .unchanged, priority: Int? = nil,
    key: IdempotencyKey? = nil, to list: inout CommandList
  ) -> ListMember<LotResult> {
    list.add(
      .updateLot(UpdateLot(lot: lot, expiry: expiry, priority: priority)), account: nil,
      key: key, as: .lot)
  }
}
