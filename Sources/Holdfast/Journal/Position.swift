/// The internal id of an account: a keyed hash of its tenant and name.
package struct AccountID: Hashable, Sendable {
  package let digest: Digest

  package init(digest: Digest) {
    self.digest = digest
  }

  package init(tenant: TenantName, account: AccountName, key: HashKey) {
    var hash = SipHash(key: key)
    hash.append(tenant.text)
    hash.append(account.text)
    digest = hash.finalized()
  }
}

extension AccountID: Comparable {
  package static func < (left: AccountID, right: AccountID) -> Bool {
    (left.digest.first, left.digest.second) < (right.digest.first, right.digest.second)
  }
}

/// One of the numbered journals of an account: of a balance, or of a counted item.
package enum StreamName: Hashable, Sendable {
  case balance(UnitName)
  case usage(ItemName)
}

/// Where a journal row stands. It identifies the row and whatever the row opened.
package struct Position: Hashable, Sendable {
  package let account: AccountID
  package let stream: StreamName
  /// 1, 2, 3, … within the stream.
  package let version: Int64

  package init(account: AccountID, stream: StreamName, version: Int64) {
    self.account = account
    self.stream = stream
    self.version = version
  }
}
