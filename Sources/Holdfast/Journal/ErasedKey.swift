/// What stands where the text of a key was erased: nothing but the digest by which a repeat of its
/// command is known. No caller can give such a key, for its first character is a control character.
extension IdempotencyKey {
  private static let mark = "\u{1}erased#"

  /// Whether the text was erased.
  package var isErased: Bool { erasedIdentity != nil }

  /// The digest that stands for it; `nil` for a key with its text.
  var erasedIdentity: Digest? {
    let bytes = text.string.utf8
    guard bytes.first == 1, text.string.hasPrefix(IdempotencyKey.mark) else { return nil }
    let digits = text.string.dropFirst(IdempotencyKey.mark.count)
    guard digits.utf8.count == 32, let first = UInt64(digits.prefix(16), radix: 16),
      let second = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    return Digest(first: first, second: second)
  }

  /// What stands for the key of that digest.
  package init(erasedIdentity digest: Digest) {
    self.init(IdempotencyKey.mark + digest.hexadecimal)
  }

  /// The key of that command without its text; what was erased stays as it is.
  package func erased(of command: CommandName) -> IdempotencyKey {
    if isErased { return self }
    return IdempotencyKey(erasedIdentity: KeyIdentity(command: command, key: self).digest)
  }
}
