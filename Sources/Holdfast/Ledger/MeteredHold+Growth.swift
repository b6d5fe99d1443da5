internal import Synchronization

/// How a hold grows.
extension MeteredHold {
  /// Makes one step, for all who ask until it is sent.
  func grow() async -> HoldState.Step {
    // Nobody cancels this task.
    try? await ledger.time.sleep(state.withLock { $0.nextStepAt })
    let (held, wanted) = state.withLock { state in
      state.nextStepAt = ledger.time.elapsed() + HoldRates.increase
      defer { state.wanted = 0 }
      return (state.held, state.wanted)
    }
    let refusal = await grow(from: held, to: wanted)
    return state.withLock { state in
      state.growth = nil
      return HoldState.Step(wanted: wanted, refusal: refusal)
    }
  }

  private func grow(from held: Amount, to wanted: Amount) async -> LedgerError? {
    let needed = wanted - held
    let generous = max(needed, min(held, .maximum - held))
    guard let refusal = await increase(from: held, by: generous) else { return nil }
    guard generous > needed, refusal.code == .insufficientBalance || refusal.code == .limitExceeded
    else { return refusal }
    guard let available = refusal.available else {
      return await increase(from: held, by: needed)
    }
    guard available >= needed else {
      var exact = refusal
      exact.required = needed
      return exact
    }
    return await increase(from: held, by: max(needed, Amount(available.value / 2)))
  }

  /// The key names what was held before: repeated it has one effect, and a run that goes on after a
  /// crash chooses another.
  private func increase(from held: Amount, by amount: Amount) async -> LedgerError? {
    let command = command(
      .increase(Increase(reservation: .id(reservation.id), amount: amount)),
      "increase:\(held)+\(amount)")
    let end = ledger.time.elapsed() + HoldRates.patience
    do throws(LedgerError) {
      _ = try await ledger.sendRetrying(command, until: end)
      state.withLock { $0.held = max($0.held, held + amount) }
      return nil
    } catch {
      state.withLock { $0.noteLoss(error) }
      return error
    }
  }

  /// A command on the hold, whose key is derived from the reserve's.
  func command(_ action: Command.Action, _ purpose: String) -> Command {
    ledger.command(
      action, account: reservation.account, key: reservation.key.derived(for: purpose))
  }
}

extension HoldState {
  mutating func noteLoss(_ error: LedgerError) {
    switch error.code {
    case .reservationExpired, .reservationClosed, .reservationNotFound: loss = error
    default: break
    }
  }
}

extension IdempotencyKey {
  /// A key of its own for a part of what this key stands for. A long key is represented by its
  /// hash, so that no derived key is longer than a key may be.
  func derived(for purpose: String) -> IdempotencyKey {
    let stem = string.utf8.count <= 190 ? string : hashText
    return IdempotencyKey("\(stem)/\(purpose)")
  }

  private var hashText: String {
    var hash = SipHash(key: HashKey(first: 0x6465_7269_7665, second: 0x6b65_79))
    hash.append(text)
    let digest = hash.finalized()
    return "~\(String(digest.first, radix: 16)).\(String(digest.second, radix: 16))"
  }
}
