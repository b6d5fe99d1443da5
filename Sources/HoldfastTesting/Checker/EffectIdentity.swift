package import Holdfast

/// What identifies an effect within an account.
package struct EffectIdentity: Hashable, Sendable {
  package var command: CommandName
  package var key: IdempotencyKey

  package init(command: CommandName, key: IdempotencyKey) {
    self.command = command
    self.key = key
  }
}

extension EffectIdentity: CustomStringConvertible {
  package var description: String { "\(command) under key \(key)" }
}
