/// All that is known of one account. Its balances and meters share one clock, so that a lapse in one
/// of them can act on another.
///
/// State changes only through the functions of `AccountState+Changes`, so that a group, a preview or
/// a read can be undone.
package struct AccountState: Sendable {
  package let id: AccountID
  package let tenant: TenantName
  package let name: AccountName
  /// The instant of its last row.
  package internal(set) var lastInstant = Instant(microseconds: .min)
  package internal(set) var balances: [BalanceState] = []
  package internal(set) var meters: [UsageMeter] = []
  /// The rows from which commands are answered, by what identifies the command.
  package internal(set) var keys = KeyTable()
  /// The limits that stand in for the definition's; each revision, the last in force.
  package internal(set) var overrides: [ItemName: [UsageOverride]] = [:]
  package internal(set) var openHoldCount = 0
  private var meterIndex: [ItemName: Int] = [:]
  var log = ChangeLog()
  /// Rows that the feed does not show yet.
  var unpublished: [RowReference] = []

  init(id: AccountID, tenant: TenantName, name: AccountName) {
    self.id = id
    self.tenant = tenant
    self.name = name
  }

  /// Whether nothing was ever written here, so that the account does not exist.
  var isEmpty: Bool {
    lastInstant.microseconds == .min && overrides.isEmpty
  }

  /// An account has few units, so that looking through them is the fastest way.
  package func balance(of unit: UnitName) -> Int? {
    for index in balances.indices where balances[index].unit == unit { return index }
    return nil
  }

  /// The balance of the unit, made when there is none.
  mutating func makeBalance(of unit: UnitName) -> Int {
    if let index = balance(of: unit) { return index }
    balances.append(BalanceState(unit: unit))
    return balances.count - 1
  }

  func meter(of item: ItemName) -> Int? {
    meterIndex[item]
  }

  /// The meter of the item, made when there is none.
  mutating func makeMeter(of item: ItemName) -> Int {
    if let index = meterIndex[item] { return index }
    meters.append(UsageMeter(item: item))
    meterIndex[item] = meters.count - 1
    return meters.count - 1
  }

  func row(_ reference: RowReference) -> JournalRow? {
    switch reference.stream {
    case .balance(let index): balances[index].journal[reference.version]
    case .meter(let index): meters[index].journal[reference.version]
    }
  }

  func position(_ reference: RowReference) -> Position {
    switch reference.stream {
    case .balance(let index):
      Position(account: id, stream: .balance(balances[index].unit), version: reference.version)
    case .meter(let index):
      Position(account: id, stream: .usage(meters[index].item), version: reference.version)
    }
  }
}

/// What identifies an effect within an account.
///
/// A hash stands for the key's text; whoever finds a row by it compares the text.
package struct KeyIdentity: Hashable, Sendable {
  package let digest: Digest

  private static let hashKey = HashKey(first: 0x6964_656d_706f_7465, second: 0x6e63_795f_6b65_7973)

  package init(digest: Digest) {
    self.digest = digest
  }

  package init(command: CommandName, key: IdempotencyKey) {
    if let digest = key.erasedIdentity {
      self.digest = digest
      return
    }
    var hash = SipHash(key: KeyIdentity.hashKey)
    hash.append(command.rawValue)
    hash.append(key.text)
    digest = hash.finalized()
  }
}

/// A row of one of the account's streams.
///
/// Packed into one word, because every command leaves one in the table of keys and one in the feed.
package struct RowReference: Hashable, Sendable {
  package enum Stream: Hashable, Sendable {
    case balance(Int)
    case meter(Int)
  }

  /// From the highest bit: whether it is a meter's, 19 bits for its index, 44 for the version.
  private let word: UInt64

  package init(stream: Stream, version: Int64) {
    precondition(version > 0 && version < 1 << 44, "a stream has fewer than 2⁴⁴ rows")
    let index: Int
    var word = UInt64(version)
    switch stream {
    case .balance(let balance): index = balance
    case .meter(let meter):
      index = meter
      word |= 1 << 63
    }
    precondition(index < 1 << 19, "an account has fewer than 2¹⁹ balances or items")
    self.word = word | UInt64(index) << 44
  }

  package var stream: Stream {
    let index = Int(word >> 44 & 0x7ffff)
    return word >> 63 == 0 ? .balance(index) : .meter(index)
  }

  package var version: Int64 { Int64(word & 0xfff_ffff_ffff) }
}

/// Limits of one account that stand in for the definition's; `nil` puts the definition's back.
package struct UsageOverride: Hashable, Sendable {
  package let limits: [UsageLimit]?

  package init(limits: [UsageLimit]?) {
    self.limits = limits
  }
}
