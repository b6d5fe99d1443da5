extension BalanceHandle {
  /// Holds credit while work runs whose cost shows only as it goes, and charges what it reported.
  ///
  /// ```swift
  /// let metered = try await credits.withReservation(75, key: "req-42") { hold in
  ///   var tokens = 0
  ///   for try await token in model.stream(prompt) {
  ///     if await hold.ensure(atLeast: Amount(tokens + 1)) != nil { break }
  ///     try await response.write(token)
  ///     tokens += 1
  ///     hold.report(Amount(tokens))
  ///   }
  /// }
  /// ```
  ///
  /// The hold is kept alive while the body runs: it is extended at half of its remaining time, and
  /// what is reported is made durable every two seconds. How the body ends decides:
  ///
  /// | the body | the hold |
  /// |---|---|
  /// | returns | what was reported is charged, if anything was; the rest comes back |
  /// | throws | is released, and nothing is charged: to charge for a part, return |
  /// | ends either way after the task was cancelled | what was reported is charged |
  /// | never ends, as the process died | lapses, and what was durably reported is charged |
  ///
  /// Settling and releasing cannot be cancelled. They have the key of the reserve, are repeated
  /// under it until the hold has lapsed, and charge once.
  ///
  /// **Under the same key again.** A run whose process died leaves its hold open; one that calls
  /// this again with the same input goes on with that hold, and is charged once for both: for the
  /// highest report. A run that came to its end is not run again: `refused` with
  /// `reservation_closed` or `reservation_expired`. So a key names one attempt, as `req-42`, and
  /// after it failed `req-42/2`.
  ///
  /// - Parameters:
  ///   - amount: What to hold at first; 1 … 2⁵³ − 1. A good guess saves increases.
  ///   - minimum: Holds what there is, up to `amount`, when that is at least this; 1 … `amount`.
  ///   - expiresIn: How long the hold outlives the process at most; 1 s … 7 d in whole seconds.
  ///   - grace: 0 … 1 h after the expiry in which it can still be settled.
  ///   - floor: Whether the hold may reach into the overdraft.
  ///   - counts: Usage counted with the hold. A release takes it back.
  ///   - onLapse: What becomes of the hold when nobody ends it.
  ///   - overage: What happens to what was reported beyond the hold.
  ///   - body: The work.
  ///   - isolation: the caller's actor; leave it to its default.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  /// - Returns: What the body returned, and its settlement.
  /// - Throws: `ReservationFailure`, which tells the body's error from the ledger's.
  @discardableResult
  public func withReservation<Value, BodyError: Error>(
    _ amount: Amount, key: IdempotencyKey, minimum: Amount? = nil,
    expiresIn: Duration = .seconds(1800), grace: Duration = .zero,
    floor: Reserve.Floor = .overdraft, counts: [Reserve.Count] = [],
    onLapse: Reserve.OnLapse = .chargeReported, overage: Settle.Overage = .drawAvailable,
    details: Details = .none, isolation: isolated (any Actor)? = #isolation,
    _ body: (MeteredHold) async throws(BodyError) -> Value
  ) async throws(ReservationFailure<BodyError>) -> Metered<Value> {
    let reserve = Reserve(
      unit: unit, amount: amount, minimum: minimum,
      expiresInSeconds: expiresIn.roundedUpSeconds, graceSeconds: grace.roundedUpSeconds,
      floor: floor, counts: counts, onLapse: onLapse, details: details)
    let terms = HoldTerms(
      expiresInSeconds: reserve.expiresInSeconds, graceSeconds: reserve.graceSeconds,
      overage: overage, details: details)
    let hold: MeteredHold
    do throws(LedgerError) {
      hold = try await open(reserve, key, terms)
    } catch {
      throw .refused(error)
    }
    let upkeep = Task { await hold.keep() }
    let value: Value
    do throws(BodyError) {
      value = try await body(hold)
    } catch {
      let isCharged = Task.isCancelled && hold.used > 0
      throw .body(error, hold: await MeteredHold.end(hold, upkeep, charging: isCharged))
    }
    do throws(UnsettledReservation) {
      let settlement = try await MeteredHold.finish(hold, upkeep)
      return Metered(value: value, settlement: settlement)
    } catch {
      throw .unsettled(error)
    }
  }

  /// Makes the hold, or finds the one that a run before left open.
  private func open(
    _ reserve: Reserve, _ key: IdempotencyKey, _ terms: HoldTerms
  ) async throws(LedgerError) -> MeteredHold {
    let lasting = ledger.withoutDeadline
    let sent = ledger.time.elapsed()
    let command = ledger.command(.reserve(reserve), account: account.name, key: key)
    var result: CommandResult
    do throws(LedgerError) {
      result = try await ledger.send(command)
    } catch {
      guard error.code == .outcomeUnknown else { throw error }
      result = try await ledger.sendRetrying(
        command, until: sent + HoldRates.patience, after: true)
    }
    let reading = Reading.held(account.name, unit)
    guard let answer = reading.answer(result, key: key) else { throw Ledger.otherAnswer }
    var held = answer.outcome
    var state = HoldState(
      held: held.amount, used: 0, durable: 0, expiresAt: held.expiresAt,
      lease: sent + .seconds(terms.expiresInSeconds), extendAt: .zero,
      reportAt: sent + HoldRates.report)
    guard answer.duplicate else {
      state.scheduleExtension(now: ledger.time.elapsed())
      return MeteredHold(ledger: lasting, terms: terms, reservation: held, state: state)
    }
    let found = try await ledger.reservation(held).current()
    held.amount = found.remainingReserved
    held.expiresAt = found.expiresAt
    state.held = found.initialAmount + found.increasedAmount
    state.used = found.reportedAmount
    state.durable = found.reportedAmount
    state.expiresAt = found.expiresAt
    state.lease = ledger.time.elapsed()
    let hold = MeteredHold(ledger: lasting, terms: terms, reservation: held, state: state)
    if found.status == .settled || found.status == .released {
      throw LedgerError(.reservationClosed, "an earlier run under the key came to its end")
    }
    if let refusal = await hold.extend() { throw refusal }
    return hold
  }
}

/// The end of a hold runs in a task of its own, which the cancellation of the caller's does not
/// reach.
extension MeteredHold {
  fileprivate static func finish(
    _ hold: MeteredHold, _ upkeep: Task<Void, Never>
  ) async throws(UnsettledReservation) -> Answer<SettleResult> {
    let ending = Task { () -> Result<Answer<SettleResult>, UnsettledReservation> in
      await hold.stop(upkeep)
      do throws(UnsettledReservation) {
        return .success(try await hold.settle())
      } catch {
        return .failure(error)
      }
    }
    return try await ending.value.get()
  }

  fileprivate static func end(
    _ hold: MeteredHold, _ upkeep: Task<Void, Never>, charging isCharged: Bool
  ) async -> HoldEnding {
    let ending = Task { () -> HoldEnding in
      await hold.stop(upkeep)
      do throws(UnsettledReservation) {
        if isCharged { return .settled(try await hold.settle()) }
        return .released(try await hold.release(reason: "the work failed"))
      } catch {
        return .unfinished(error)
      }
    }
    return await ending.value
  }
}
