internal import Holdfast

/// Reads commands in the form of replay files.
extension Fields {
  /// The command of a line or of a group's member.
  func command(
    _ operation: Operation, tenant: TenantName, key: IdempotencyKey?
  ) throws(LedgerError) -> Command {
    let action = try action(operation)
    return Command(
      tenant: tenant, account: try account(),
      key: try string("key").map { IdempotencyKey($0) } ?? key, action: action)
  }

  private func action(_ operation: Operation) throws(LedgerError) -> Command.Action {
    switch operation {
    case .credit: .credit(try credit())
    case .debit: .debit(try debit())
    case .transfer:
      .transfer(
        Transfer(
          unit: try needUnit(), to: AccountName(try needString("to")),
          amount: try needAmount("amount"), details: try details()))
    case .reserve: .reserve(try reserve())
    case .increase:
      .increase(Increase(reservation: try reservation(), amount: try needAmount("amount")))
    case .extend: .extend(try extend())
    case .report: .report(Report(reservation: try reservation(), used: try needAmount("used")))
    case .settle: .settle(try settle())
    case .release:
      .release(Release(reservation: try reservation(), reason: try string("reason")))
    case .reverse:
      .reverse(
        Reverse(
          entry: EntryID(try needString("entry")), amount: try amount("amount"),
          reason: try string("reason")))
    case .recordUsage:
      .recordUsage(
        RecordUsage(
          item: ItemName(try needString("item")), amount: try amount("amount") ?? 1,
          details: try details()))
    case .reverseUsage:
      .reverseUsage(
        ReverseUsage(
          record: UsageRecordID(try needString("record")), amount: try amount("amount")))
    case .setOverdraftLimit:
      .setOverdraftLimit(
        SetOverdraftLimit(unit: try needUnit(), limit: try needAmount("limit")))
    case .voidLot: .voidLot(VoidLot(lot: LotID(try needString("lot"))))
    case .updateLot: .updateLot(try updateLot())
    default: throw invalid("op", "must be a command")
    }
  }

  private func credit() throws(LedgerError) -> Credit {
    Credit(
      unit: try needUnit(), amount: try needAmount("amount"),
      kind: try string("kind").map { EntryKind($0) } ?? .grant,
      expiresAt: try instant("expiresAt"), effectiveAt: try instant("effectiveAt"),
      priority: try int("priority") ?? 0,
      category: try word("category", Credit.Category.self) ?? .paid,
      costBasis: try amount("costBasis"), details: try details())
  }

  private func debit() throws(LedgerError) -> Debit {
    Debit(
      unit: try needUnit(), amount: try needAmount("amount"),
      overage: try word("overage", Debit.Overage.self) ?? .reject,
      kind: try string("kind").map { EntryKind($0) } ?? .debit, details: try details())
  }

  private func reserve() throws(LedgerError) -> Reserve {
    var counts: [Reserve.Count] = []
    for (index, value) in (try array("counts") ?? []).enumerated() {
      let count = try Fields(value, path: "counts[\(index)]", names: ["item", "amount"])
      counts.append(
        Reserve.Count(
          item: ItemName(try count.needString("item")), amount: try count.needAmount("amount")))
    }
    return Reserve(
      unit: try needUnit(), amount: try needAmount("amount"), minimum: try amount("minimum"),
      expiresInSeconds: try int("expiresInSeconds") ?? 1800,
      graceSeconds: try int("graceSeconds") ?? 0,
      floor: try word("floor", Reserve.Floor.self) ?? .overdraft, counts: counts,
      onLapse: try word("onLapse", Reserve.OnLapse.self) ?? .return,
      allowZero: try bool("allowZero") ?? false, details: try details())
  }

  private func extend() throws(LedgerError) -> Extend {
    let reservation = try reservation()
    switch (try int("expiresInSeconds"), try int("bySeconds")) {
    case (let seconds?, nil):
      return Extend(reservation: reservation, by: .fromNow(seconds: seconds))
    case (nil, let seconds?):
      return Extend(reservation: reservation, by: .fromExpiry(seconds: seconds))
    case (nil, nil): throw invalid("expiresInSeconds", "or bySeconds is needed")
    case (_?, _?): throw invalid("bySeconds", "cannot stand beside expiresInSeconds")
    }
  }

  private func settle() throws(LedgerError) -> Settle {
    Settle(
      reservation: try reservation(), amount: try needAmount("amount"),
      final: try bool("final") ?? false,
      overage: try word("overage", Settle.Overage.self) ?? .drawAvailable,
      late: try word("late", Settle.Late.self) ?? .reject,
      coupled: try bool("coupled") ?? false, details: try details())
  }

  private func updateLot() throws(LedgerError) -> UpdateLot {
    let expiry: UpdateLot.Expiry
    if let instant = try instant("expiresAt") {
      expiry = .at(instant)
    } else {
      expiry = has("expiresAt") ? .never : .unchanged
    }
    return UpdateLot(
      lot: LotID(try needString("lot")), expiry: expiry, priority: try int("priority"))
  }

  /// An id, or `{"key": "…"}`.
  func reservation() throws(LedgerError) -> ReservationReference {
    switch value("reservation") {
    case .string(let id)?: return .id(ReservationID(id))
    case .object?:
      let fields = try Fields(
        value("reservation") ?? .null, path: "reservation", names: ["key"])
      return .key(IdempotencyKey(try fields.needString("key")))
    case nil: throw invalid("reservation", "is needed")
    default: throw invalid("reservation", "must be an id or an object with a key")
    }
  }

  private func details() throws(LedgerError) -> Details {
    var reference: Reference?
    if let value = value("reference") {
      let fields = try Fields(value, path: "reference", names: ["type", "id"])
      reference = Reference(type: try fields.needString("type"), id: try fields.needString("id"))
    }
    return Details(
      description: try string("description"), reference: reference,
      metadata: value("metadata"), occurredAt: try instant("occurredAt"))
  }
}
