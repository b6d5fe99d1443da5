package import Holdfast

/// Everything of one account.
package struct ModelAccount: Sendable {
  package var tenant: TenantName
  package var name: AccountName
  package var balances: [ModelBalance] = []
  package var records: [ModelRecord] = []
  package var overrides: [(item: ItemName, limits: [UsageLimit])] = []

  package func balance(_ unit: UnitName) -> ModelBalance {
    balances.first { $0.unit == unit } ?? ModelBalance(unit: unit)
  }

  /// Where the balance stands; it comes into being.
  mutating func index(of unit: UnitName) -> Int {
    if let index = balances.firstIndex(where: { $0.unit == unit }) { return index }
    balances.append(ModelBalance(unit: unit))
    return balances.count - 1
  }

  package func hold(_ label: String) -> (balance: Int, hold: Int)? {
    for (balance, content) in balances.enumerated() {
      if let hold = content.holds.firstIndex(where: { $0.label == label }) {
        return (balance, hold)
      }
    }
    return nil
  }

  package func hold(key: IdempotencyKey) -> (balance: Int, hold: Int)? {
    for (balance, content) in balances.enumerated() {
      if let hold = content.holds.firstIndex(where: { $0.key == key }) { return (balance, hold) }
    }
    return nil
  }

  func lot(_ label: String) -> (balance: Int, lot: Int)? {
    for (balance, content) in balances.enumerated() {
      if let lot = content.lots.firstIndex(where: { $0.label == label }) { return (balance, lot) }
    }
    return nil
  }

  func entry(_ label: String) -> (balance: Int, entry: Int)? {
    if let place = LedgerLabel(label) {
      guard place.account == name,
        let balance = balances.firstIndex(where: { $0.unit == place.unit })
      else { return nil }
      let moved = balances[balance].entries.indices.filter {
        balances[balance].entries[$0].delta != 0
      }
      return place.index < moved.count ? (balance, moved[place.index]) : nil
    }
    for (balance, content) in balances.enumerated() {
      if let entry = content.entries.firstIndex(where: { $0.label == label }) {
        return (balance, entry)
      }
    }
    return nil
  }
}
