package import Holdfast

extension NaiveModel {
  package func definition(of item: ItemName, _ tenant: TenantName) -> UsageItemDefinition? {
    items.first { $0.tenant == tenant && $0.definition.item == item }?.definition
  }

  package mutating func define(_ definition: UsageItemDefinition, in tenant: TenantName) {
    if let index = items.firstIndex(where: {
      $0.tenant == tenant && $0.definition.item == definition.item
    }) {
      items[index].definition = definition
    } else {
      items.append((tenant, definition))
    }
  }

  package mutating func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, _ tenant: TenantName, _ name: AccountName
  ) {
    let account = index(tenant, name)
    accounts[account].overrides.removeAll { $0.item == item }
    if let limits { accounts[account].overrides.append((item, limits)) }
  }

  func limits(of item: ItemName, _ account: ModelAccount) -> [UsageLimit] {
    if let own = account.overrides.first(where: { $0.item == item }) { return own.limits }
    return definition(of: item, account.tenant)?.limits ?? []
  }

  /// What of a limit was used in the window that `instant` lies in.
  func used(_ limit: UsageLimit, _ item: ItemName, _ account: ModelAccount, at instant: Instant)
    -> Int64
  {
    let window = calendar.bounds(of: limit.window, containing: instant)
    switch limit.measures {
    case .count:
      return account.records.reduce(0) { sum, record in
        record.item == item && window.contains(record.instant)
          ? sum + record.amount - record.takenBack : sum
      }
    case .spent(let unit):
      return account.balance(unit).holds.reduce(0) { sum, hold in
        let counts = hold.records.contains {
          account.records[$0].item == item && window.contains(account.records[$0].instant)
        }
        return counts ? sum + hold.settled + hold.remaining : sum
      }
    }
  }

  /// What an amount has above the limits, and what that costs.
  struct Overflow {
    var pieces: Int64 = 0
    var price: UsagePrice?
    var cost: Int64 = 0
  }

  /// Judges pieces against every limit; refuses as `limit_exceeded`.
  func overflow(
    of amount: Int64, _ item: ItemName, _ account: Int, at now: Instant,
    holding: (unit: UnitName, amount: Int64)? = nil
  ) throws(ModelRefusal) -> Overflow {
    guard let definition = definition(of: item, accounts[account].tenant) else {
      throw ModelRefusal(.usageItemNotFound)
    }
    let limits = limits(of: item, accounts[account])
    var overflow = Overflow()
    if limits.isEmpty, case .charge = definition.overage { overflow.pieces = amount }
    for limit in limits {
      let present = used(limit, item, accounts[account], at: now)
      let maximum = limit.maximum.value
      switch limit.measures {
      case .count:
        let above = max(0, present + amount - maximum)
        overflow.pieces = max(overflow.pieces, min(amount, above))
        if case .charge(let price) = definition.overage, let cap = price.cap?.value, above > cap {
          throw ModelRefusal(.limitExceeded)
        }
        if case .block = definition.overage, above > 0 { throw ModelRefusal(.limitExceeded) }
      case .spent(let unit):
        guard let holding, holding.unit == unit, definition.overage != .allow else { continue }
        guard present + holding.amount <= maximum else { throw ModelRefusal(.limitExceeded) }
      }
    }
    if case .charge(let price) = definition.overage, overflow.pieces > 0 {
      overflow.price = price
      overflow.cost = cost(of: overflow.pieces, price)
    }
    return overflow
  }

  /// ceil(pieces × amount / per); four times the bound stands for anything above that.
  func cost(of pieces: Int64, _ price: UsagePrice) -> Int64 {
    let product = Int128(pieces) * Int128(price.amount.value)
    let whole = product / Int128(price.per.value)
    let cost = product % Int128(price.per.value) == 0 ? whole : whole + 1
    return Int64(min(cost, Int128(4 * ModelBalance.bound)))
  }

  func checkSpent(
    by hold: ModelHold, growingBy amount: Int64, unit: UnitName, _ account: Int
  ) throws(ModelRefusal) {
    for index in hold.records {
      let record = accounts[account].records[index]
      let overage = definition(of: record.item, accounts[account].tenant)?.overage
      for limit in limits(of: record.item, accounts[account])
      where limit.measures == .spent(unit) && overage != .allow {
        let present = used(limit, record.item, accounts[account], at: record.instant)
        guard present + amount <= limit.maximum.value else {
          throw ModelRefusal(.limitExceeded)
        }
      }
    }
  }

  /// Charges in units other than the hold's must each be affordable. Which figures the refusal has is
  /// only said for a single charge.
  func checkFunds(
    of overflows: [Overflow], besides unit: UnitName?, _ account: Int
  ) throws(ModelRefusal) {
    let charges = overflows.compactMap { overflow in
      overflow.price.map { (unit: $0.unit, cost: overflow.cost) }
    }
    let bound = ModelBalance.bound
    for charge in charges where charge.cost > bound {
      let available = accounts[account].balance(charge.unit).available
      throw ModelRefusal(available >= charge.cost ? .amountOverflow : .insufficientBalance)
    }
    for charge in charges where charge.unit != unit {
      let sum = charges.reduce(0) { $1.unit == charge.unit ? $0 + $1.cost : $0 }
      let available = accounts[account].balance(charge.unit).available
      guard available >= sum else {
        throw charges.count > 1
          ? ModelRefusal(.insufficientBalance)
          : ModelRefusal(.insufficientBalance, available: available, required: sum)
      }
    }
  }

  /// Counts pieces and charges their overflow.
  mutating func record(
    _ count: Reserve.Count, _ overflow: Overflow, _ account: Int, at now: Instant, label: String?,
    description: ByteText? = nil
  ) throws(ModelRefusal) -> Int {
    let total = accounts[account].records.reduce(0) { sum, record in
      record.item == count.item ? sum + record.amount - record.takenBack : sum
    }
    guard total + count.amount.value <= ModelBalance.bound else {
      throw ModelRefusal(.amountOverflow)
    }
    var record = ModelRecord(
      label: label, item: count.item, instant: now, amount: count.amount.value,
      above: overflow.pieces)
    if let price = overflow.price {
      let index = accounts[account].index(of: price.unit)
      let draws = accounts[account].balances[index].draw(overflow.cost, at: now)
      accounts[account].balances[index].post(
        .usage, -overflow.cost, as: .charge, at: now, description: description, item: count.item,
        draws: draws)
      record.charge = ModelRecord.Charge(
        price: price, pieces: overflow.pieces,
        entry: accounts[account].balances[index].entries.count - 1)
    }
    accounts[account].records.append(record)
    return accounts[account].records.count - 1
  }
}
