internal import Holdfast

/// Every effect of the account has one row that answers it, found under its key.
extension AccountAudit {
  /// What the rows say of an effect.
  private struct Effect {
    let cause: PreparedCommand
    let first: Position
    var answer: Position?
  }

  mutating func checkEffects() {
    var effects: [EffectIdentity: Effect] = [:]
    for balance in contents.balances {
      for row in balance.kept + balance.rows { collect(row, .balance(balance.unit), &effects) }
    }
    for meter in contents.meters {
      for row in meter.rows { collect(row, .usage(meter.item), &effects) }
    }
    for (identity, effect) in effects {
      if effect.answer == nil {
        note(.once, effect.first, "\(identity) has no row that answers it")
      }
      checkIdentity(effect, identity)
    }
    var unexplained = contents.keys
    for (identity, effect) in effects {
      let kept = unexplained.removeValue(forKey: identity.stored)
      guard effect.answer != kept else { continue }
      let stored = kept.map { "version \($0.version)" } ?? "nothing"
      let audited = effect.answer.map { "version \($0.version)" } ?? "no row"
      note(
        .once, effect.first,
        "\(identity) is kept to answer from \(stored), by the rows from \(audited)")
    }
    for position in unexplained.values {
      note(
        .once, position, "an effect is kept to answer from it, and is not in the rows")
    }
  }

  private mutating func collect(
    _ row: JournalRow, _ stream: StreamName, _ effects: inout [EffectIdentity: Effect]
  ) {
    guard let cause = row.cause else { return }
    let position = Position(account: contents.id, stream: stream, version: row.version)
    guard cause.accountID == contents.id else {
      if row.event != .transferIn, row.event != .transferPiece {
        note(.once, position, "its command worked on another account")
      }
      return
    }
    let identity = EffectIdentity(command: cause.command.action.name, key: cause.key)
    var effect = effects[identity] ?? Effect(cause: cause, first: position, answer: nil)
    if effect.cause !== cause, effect.cause.command != cause.command {
      note(.once, position, "version \(effect.first.version) had \(identity) with other input")
    }
    if row.isAnswer {
      if let answer = effect.answer {
        note(.once, position, "version \(answer.version) answers \(identity) too")
      } else {
        effect.answer = position
      }
    }
    if effect.cause !== cause, effect.cause.fingerprint != cause.fingerprint {
      note(.once, position, "its fingerprint is not that of version \(effect.first.version)")
    }
    effects[identity] = effect
  }

  /// The key and the fingerprint are those that the command as given makes.
  private mutating func checkIdentity(_ effect: Effect, _ identity: EffectIdentity) {
    let cause = effect.cause
    // What these are made of is gone.
    if cause.key.isErased { return }
    if Fingerprint.of(cause.command.action) != cause.fingerprint {
      note(.once, effect.first, "its fingerprint is not that of its command")
    }
    if let account = cause.command.account, account != contents.name {
      note(.once, effect.first, "its command names account \(account)")
    }
    let made = cause.group.map { IdempotencyKey("\($0.key.string)#\($0.index)") }
    if let key = cause.command.key ?? made {
      if key != cause.key { note(.once, effect.first, "it is kept under \(cause.key), not \(key)") }
    } else if identity.command != .recordUsage {
      note(.replay, effect.first, "its command has no key")
    }
  }

  private mutating func note(_ invariant: Invariant, _ position: Position, _ text: String) {
    let stream =
      switch position.stream {
      case .balance(let unit): "unit \(unit)"
      case .usage(let item): "item \(item)"
      }
    findings.add(invariant, "\(place), \(stream), version \(position.version): \(text)")
  }
}
