internal import Holdfast

/// What pieces of work name, and so what must be loaded before they can be decided.
struct Footprint {
  private(set) var accounts: Set<AccountID> = []
  /// The names that commands gave, by the ids made of them.
  private(set) var addresses: [AccountID: AccountAddress] = [:]
  private(set) var tenants: Set<TenantName> = []
  /// What the effects of the commands would be known by.
  private(set) var identities: [AccountIdentity] = []
  /// Reservations named by the key of their reserve; among `identities` too.
  private(set) var reserves: [AccountIdentity] = []
  /// Reservations named by id.
  private(set) var holds: Set<Position> = []
  /// Those of them that are to grow.
  private(set) var grown: Set<Position> = []
  private(set) var grownByKey: Set<AccountIdentity> = []
  private(set) var entries: Set<Position> = []
  private(set) var records: Set<Position> = []
  private(set) var items: Set<AccountItem> = []
  /// The ids of groups.
  private(set) var groups: Set<AccountID> = []

  /// Of a read of one account.
  init(
    reading id: AccountID, in tenant: TenantName, holds: Set<Position> = [],
    reserves: [AccountIdentity] = [], items: [ItemName] = [], identities: [AccountIdentity] = []
  ) {
    accounts = [id]
    tenants = [tenant]
    self.holds = holds
    self.reserves = reserves
    self.identities = reserves + identities
    self.items = Set(items.map { AccountItem(account: id, item: $0) })
  }

  /// Of a read of accounts as they are, with the names of those whose names are known.
  init(
    reading accounts: Set<AccountID>, in tenant: TenantName,
    addresses: [AccountID: AccountAddress] = [:]
  ) {
    self.accounts = accounts
    self.addresses = addresses
    tenants = [tenant]
  }

  /// The accounts in which counters may be looked at.
  var counting: Set<AccountID> {
    var accounts = Set(items.map(\.account))
    accounts.formUnion(grown.map(\.account))
    accounts.formUnion(grownByKey.map(\.account))
    return accounts
  }

  init(_ work: [Work], hashKey: HashKey) {
    accounts.reserveCapacity(work.count)
    identities.reserveCapacity(work.count)
    for piece in work {
      switch piece {
      case .command(let command): add(command, hashKey)
      case .group(let group):
        groups.insert(group.id)
        for member in group.members { add(member, hashKey) }
      case .sweep(let account): accounts.insert(account)
      }
    }
  }

  private mutating func add(_ prepared: PreparedCommand, _ hashKey: HashKey) {
    guard let id = prepared.accountID else { return }
    let tenant = prepared.command.tenant
    accounts.insert(id)
    if tenants.isEmpty || !tenants.contains(tenant) { tenants.insert(tenant) }
    if let name = prepared.command.account, addresses[id] == nil {
      addresses[id] = AccountAddress(tenant: tenant, account: name)
    }
    identities.append(AccountIdentity(account: id, digest: prepared.identity.digest))
    switch prepared.command.action {
    case .transfer(let transfer):
      let target = AccountID(tenant: tenant, account: transfer.to, key: hashKey)
      accounts.insert(target)
      addresses[target] = AccountAddress(tenant: tenant, account: transfer.to)
    case .reserve(let reserve):
      for count in reserve.counts { items.insert(AccountItem(account: id, item: count.item)) }
    case .increase(let increase): add(increase.reservation, of: id, isGrown: true)
    case .extend(let extend): add(extend.reservation, of: id)
    case .report(let report): add(report.reservation, of: id)
    case .settle(let settle): add(settle.reservation, of: id)
    case .release(let release): add(release.reservation, of: id)
    case .reverse(let reverse):
      if let entry = reverse.entry.position, entry.account == id { entries.insert(entry) }
    case .recordUsage(let usage): items.insert(AccountItem(account: id, item: usage.item))
    case .reverseUsage(let reverse):
      guard let record = reverse.record.position, record.account == id,
        case .usage(let item) = record.stream
      else { break }
      records.insert(record)
      items.insert(AccountItem(account: id, item: item))
    case .credit, .debit, .setOverdraftLimit, .voidLot, .updateLot: break
    }
  }

  private mutating func add(
    _ reservation: ReservationReference, of account: AccountID, isGrown: Bool = false
  ) {
    switch reservation {
    case .id(let id):
      guard let position = id.position, position.account == account else { return }
      holds.insert(position)
      if isGrown { grown.insert(position) }
    case .key(let key):
      let identity = AccountIdentity(
        account: account, digest: KeyIdentity(command: .reserve, key: key).digest)
      identities.append(identity)
      reserves.append(identity)
      if isGrown { grownByKey.insert(identity) }
    }
  }
}

/// The identity of an effect, with the account that it is in.
struct AccountIdentity: Hashable {
  let account: AccountID
  let digest: Digest
}

/// An item that an account counts.
struct AccountItem: Hashable {
  let account: AccountID
  let item: ItemName
}
