internal import Holdfast

/// What the accounts begin with.
extension LedgerTarget {
  package func prepare() async throws(RaceFailure) {
    do throws(LedgerError) {
      for item in header.items {
        try await store.define(UsageItemDefinition(item), in: tenant)
      }
      var commands: [Command] = []
      for unit in header.units.indices.map(Int32.init) {
        for account in 0..<header.accounts {
          commands += opening(account: account, unit: unit)
          if commands.count >= LedgerTarget.portion { try await submit(&commands) }
        }
      }
      try await submit(&commands)
    } catch {
      throw RaceFailure(error)
    }
  }

  private static let portion = 1000

  private func opening(account: Int32, unit: Int32) -> [Command] {
    func command(_ key: IdempotencyKey, _ action: Command.Action) -> Command {
      Command(tenant: tenant, account: RaceHeader.accountName(account), key: key, action: action)
    }
    let name = UnitName(header.units[Int(unit)])
    let amount = header.openingAmount(account: account, unit: unit)
    let limit = header.overdraftLimit(account: account, unit: unit)
    var commands: [Command] = []
    if amount > 0 {
      commands.append(
        command(
          RaceHeader.openingKey(unit: unit), .credit(Credit(unit: name, amount: Amount(amount)))))
    }
    if limit > 0 {
      commands.append(
        command(
          RaceHeader.overdraftKey(unit: unit),
          .setOverdraftLimit(SetOverdraftLimit(unit: name, limit: Amount(limit)))))
    }
    return commands
  }

  private func submit(_ commands: inout [Command]) async throws(LedgerError) {
    for result in try await store.submit(commands) { _ = try result.get() }
    commands.removeAll(keepingCapacity: true)
  }
}

extension UsageItemDefinition {
  fileprivate init(_ item: RaceHeader.Item) {
    let limits = item.maximum.map { [UsageLimit(window: .lifetime, maximum: Amount($0))] } ?? []
    self.init(item: ItemName(item.name), limits: limits, overage: .block)
  }
}
