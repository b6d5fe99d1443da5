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
  package internal(set) var keys: [KeyIdentity: RowReference] = [:]
  /// The limits that stand in for the definition's; each revision, the last in force.
  package internal(set) var overrides: [ItemName: [UsageOverride]] = [:]
  package internal(set) var openHoldCount = 0
  private(set) var balanceIndex: [UnitName: Int] = [:]
  private(set) var meterIndex: [ItemName: Int] = [:]
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

  func balance(of unit: UnitName) -> Int? {
    balanceIndex[unit]
  }

  /// The balance of the unit, made when there is none.
  mutating func makeBalance(of unit: UnitName) -> Int {
    if let index = balanceIndex[unit] { return index }
    balances.append(BalanceState(unit: unit))
    balanceIndex[unit] = balances.count - 1
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
  package let command: CommandName
  package let digest: Digest

  private static let hashKey = HashKey(first: 0x6964_656d_706f_7465, second: 0x6e63_795f_6b65_7973)

  package init(command: CommandName, key: IdempotencyKey) {
    var hash = SipHash(key: KeyIdentity.hashKey)
    hash.append(command.rawValue)
    hash.append(key.text)
    self.command = command
    digest = hash.finalized()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }
}

/// A row of one of the account's streams.
package struct RowReference: Hashable, Sendable {
  package enum Stream: Hashable, Sendable {
    case balance(Int)
    case meter(Int)
  }

  package let stream: Stream
  package let version: Int64
}

/// Limits of one account that stand in for the definition's; `nil` puts the definition's back.
package struct UsageOverride: Hashable, Sendable {
  package let limits: [UsageLimit]?
}
