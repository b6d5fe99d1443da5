internal import Synchronization

/// How a hold ends. Its commands have the key of the reserve: keys are told apart by command.
extension MeteredHold {
  /// Charges what was reported and closes the hold.
  func settle() async throws(UnsettledReservation) -> Answer<SettleResult> {
    let settle = Settle(
      reservation: .id(reservation.id), amount: used, final: true, overage: terms.overage,
      details: terms.details)
    return try await end(.settle(settle), as: .settle)
  }

  /// Gives the hold back.
  func release(reason: String) async throws(UnsettledReservation) -> Answer<ReleaseResult> {
    let release = Release(reservation: .id(reservation.id), reason: reason)
    return try await end(.release(release), as: .release)
  }

  /// No report, step or extension follows; those under way have ended when this returns.
  func stop(_ upkeep: Task<Void, Never>) async {
    let growth = state.withLock { state in
      state.hasEnded = true
      return state.growth
    }
    upkeep.cancel()
    await upkeep.value
    _ = await growth?.value
  }

  /// Repeats the command until the hold has lapsed.
  private func end<Outcome>(
    _ action: Command.Action, as reading: Reading<Outcome>
  ) async throws(UnsettledReservation) -> Answer<Outcome> {
    let key = reservation.key
    let lapse = state.withLock { $0.lease } + .seconds(terms.graceSeconds)
    do throws(LedgerError) {
      let result = try await ledger.sendRetrying(
        ledger.command(action, account: reservation.account, key: key), until: lapse)
      guard let answer = reading.answer(result, key: key) else { throw Ledger.otherAnswer }
      return answer
    } catch {
      throw state.withLock { state in
        UnsettledReservation(
          held: reservation, key: key, used: state.used, reported: state.durable, error: error)
      }
    }
  }
}

extension UnsettledReservation: Error {}
