internal import Holdfast

/// What identifies an effect within an account.
struct EffectIdentity: Hashable, Sendable {
  var command: CommandName
  var key: IdempotencyKey
}

extension EffectIdentity {
  /// As stores keep it.
  var stored: KeyIdentity { KeyIdentity(command: command, key: key) }
}

extension EffectIdentity: CustomStringConvertible {
  var description: String { "\(command) under key \(key)" }
}
