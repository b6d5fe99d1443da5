internal import Holdfast

/// The sums over ledger entries, by unit, kind and item.
enum ConsumptionRollup: RollupTable {
  struct Key: Hashable, Sendable {
    let tenant: TenantName
    let unit: UnitName
    let kind: EntryKind
    let item: ItemName?
  }

  typealias Figures = ConsumptionFigures

  static let name = "consumption_rollup"
  static let keyColumns = ["tenant", "unit", "kind", "item"]
  static let bucketIndex = 2

  static func texts(of key: Key) -> [String] {
    [key.tenant.string, key.unit.string, key.kind.string, key.item?.string ?? ""]
  }

  static func visit(
    _ state: AccountState, since loaded: LoadedAccount,
    _ body: (ConsumptionFigures, Instant, Key) -> Void
  ) {
    for (index, balance) in state.balances.enumerated() {
      let version = loaded.stream(at: .balance(index))?.version ?? 0
      for entry in balance.journal.ledger where entry > version {
        guard let row = balance.journal[entry] else { continue }
        body(
          ConsumptionFigures(row), row.instant,
          Key(
            tenant: state.tenant, unit: balance.unit, kind: state.kind(of: row, in: index),
            item: state.origin(of: row, in: index).item))
      }
    }
  }
}

extension ConsumptionFigures: RollupFigures {
  static let columns = [
    "spent", "granted", "entry_count", "consumed", "lapsed", "voided", "transferred", "reversed",
  ]

  var values: [Int64] {
    [spent, granted, entryCount, consumed, lapsed, voided, transferred, reversed]
  }

  init(values: [Int64]) {
    self.init()
    spent = values[0]
    granted = values[1]
    entryCount = values[2]
    consumed = values[3]
    lapsed = values[4]
    voided = values[5]
    transferred = values[6]
    reversed = values[7]
  }

  mutating func addCapped(_ other: ConsumptionFigures) {
    spent.addCapped(other.spent)
    granted.addCapped(other.granted)
    entryCount.addCapped(other.entryCount)
    consumed.addCapped(other.consumed)
    lapsed.addCapped(other.lapsed)
    voided.addCapped(other.voided)
    transferred.addCapped(other.transferred)
    reversed.addCapped(other.reversed)
  }
}
