internal import Synchronization

/// What is done for a hold while its body runs.
extension MeteredHold {
  /// Reports and extends until the task is cancelled or the hold is lost.
  func keep() async {
    let time = ledger.time
    while state.withLock({ $0.loss == nil }) {
      let (extendAt, reportAt) = state.withLock { ($0.extendAt, $0.reportAt) }
      do { try await time.sleep(min(extendAt, reportAt)) } catch { return }
      let now = time.elapsed()
      if now >= extendAt { _ = await extend() }
      if now >= reportAt {
        if let mark = state.withLock({ $0.unreported }) { await report(mark) }
        state.withLock { $0.reportAt = time.elapsed() + HoldRates.report }
      }
    }
  }

  /// Makes the hold last for its whole time from now; tells why it does not.
  ///
  /// The key names the expiry that is moved: repeated it has one effect, and the next has another
  /// key.
  func extend() async -> LedgerError? {
    let time = ledger.time
    let sent = time.elapsed()
    let command = command(
      .extend(
        Extend(
          reservation: .id(reservation.id), by: .fromNow(seconds: terms.expiresInSeconds))),
      "extend:\(state.withLock { $0.expiresAt.microseconds })")
    do throws(LedgerError) {
      let result = try await ledger.send(command)
      guard case .reservation(let extended) = result.outcome else { throw Ledger.otherAnswer }
      state.withLock {
        $0.extended(
          to: extended.expiresAt, sent: result.duplicate ? nil : sent,
          seconds: terms.expiresInSeconds, now: time.elapsed())
      }
      return nil
    } catch {
      state.withLock { state in
        state.noteLoss(error)
        state.scheduleExtension(now: time.elapsed())
      }
      return error
    }
  }

  /// One that fails is repeated with the next, by then perhaps higher.
  private func report(_ mark: Amount) async {
    let command = command(
      .report(Report(reservation: .id(reservation.id), used: mark)), "report:\(mark)")
    do throws(LedgerError) {
      _ = try await ledger.send(command)
      state.withLock { $0.durable = max($0.durable, mark) }
    } catch {
      state.withLock { $0.noteLoss(error) }
    }
  }
}
