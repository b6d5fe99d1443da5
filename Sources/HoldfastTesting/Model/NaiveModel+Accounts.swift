package import Holdfast

extension NaiveModel {
  package func account(_ tenant: TenantName, _ name: AccountName) -> Int? {
    accounts.firstIndex { $0.tenant == tenant && $0.name == name }
  }

  package mutating func index(_ tenant: TenantName, _ name: AccountName) -> Int {
    if let index = account(tenant, name) { return index }
    accounts.append(ModelAccount(tenant: tenant, name: name))
    return accounts.count - 1
  }

  /// The account a command is about: the one it names, else the one that has what it names. A key of a
  /// reserve may fit several.
  mutating func accountsMeant(by command: Command) -> [Int] {
    if let name = command.account { return [index(command.tenant, name)] }
    return accounts.indices.filter {
      accounts[$0].tenant == command.tenant && accounts[$0].has(command.action)
    }
  }

  /// The balance that the answer's figure of the moment is about.
  func place(of action: Command.Action, _ account: Int) -> BalancePlace? {
    let found: Int?
    switch action {
    case .credit(let action): return BalancePlace(account: account, unit: action.unit)
    case .debit(let action): return BalancePlace(account: account, unit: action.unit)
    case .transfer(let action): return BalancePlace(account: account, unit: action.unit)
    case .reserve(let action): return BalancePlace(account: account, unit: action.unit)
    case .setOverdraftLimit(let action): return BalancePlace(account: account, unit: action.unit)
    case .increase(let action): found = accounts[account].hold(action.reservation)?.balance
    case .extend(let action): found = accounts[account].hold(action.reservation)?.balance
    case .settle(let action): found = accounts[account].hold(action.reservation)?.balance
    case .release(let action): found = accounts[account].hold(action.reservation)?.balance
    case .reverse(let action): found = accounts[account].entry(action.entry.description)?.balance
    case .voidLot(let action): found = accounts[account].lot(action.lot.description)?.balance
    case .updateLot(let action): found = accounts[account].lot(action.lot.description)?.balance
    case .report, .recordUsage, .reverseUsage: found = nil
    }
    return found.map { BalancePlace(account: account, unit: accounts[account].balances[$0].unit) }
  }
}

extension ModelAccount {
  package func hold(_ reference: ReservationReference) -> (balance: Int, hold: Int)? {
    switch reference {
    case .id(let id): hold(id.description)
    case .key(let key): hold(key: key)
    }
  }

  func has(_ action: Command.Action) -> Bool {
    switch action {
    case .increase(let action): hold(action.reservation) != nil
    case .extend(let action): hold(action.reservation) != nil
    case .report(let action): hold(action.reservation) != nil
    case .settle(let action): hold(action.reservation) != nil
    case .release(let action): hold(action.reservation) != nil
    case .reverse(let action): entry(action.entry.description) != nil
    case .reverseUsage(let action):
      records.contains { $0.label == action.record.description }
    case .voidLot(let action): lot(action.lot.description) != nil
    case .updateLot(let action): lot(action.lot.description) != nil
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: false
    }
  }
}
