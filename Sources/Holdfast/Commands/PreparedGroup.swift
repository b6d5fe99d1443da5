/// A validated group.
package struct PreparedGroup: Sendable {
  /// Made of tenant and key, by which the group is known.
  package let id: AccountID
  package let fingerprint: Digest
  package let members: [PreparedCommand]

  /// The id of the group with that key. No caller can choose such an account's name.
  package static func id(
    of key: IdempotencyKey, in tenant: TenantName, hashKey: HashKey
  ) -> AccountID {
    AccountID(
      tenant: tenant, account: AccountName("\u{1}group#\(key.string)"), key: hashKey)
  }

  func refusal(_ error: LedgerError, at index: Int) -> LedgerError {
    var error = error
    error.failedIndex = index
    return error
  }

  func keyReused(at index: Int) -> LedgerError {
    refusal(
      LedgerError(.idempotencyKeyReused, "the key had an effect, or stands here twice"),
      at: index)
  }

  /// The least that a coupled settle charged, when they differ; `nil` when they agree.
  func cap(for results: [CommandResult]) -> Amount? {
    let charged = zip(members, results).compactMap { member, result -> Amount? in
      guard member.isCoupled, case .settle(let settle) = result.outcome else { return nil }
      return settle.operationSettledAmount
    }
    guard let least = charged.min(), let most = charged.max(), least != most else { return nil }
    return least
  }
}

extension PreparedCommand {
  var isCoupled: Bool {
    if case .settle(let settle) = command.action { settle.coupled } else { false }
  }
}
