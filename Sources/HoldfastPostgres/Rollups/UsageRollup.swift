internal import Holdfast

/// The sums over recorded usage, by item.
enum UsageRollup: RollupTable {
  struct Key: Hashable, Sendable {
    let tenant: TenantName
    let item: ItemName
  }

  typealias Figures = UsageFigures

  static let name = "usage_rollup"
  static let keyColumns = ["tenant", "item"]
  static let bucketIndex = 1

  static func texts(of key: Key) -> [String] { [key.tenant.string, key.item.string] }

  static func visit(
    _ state: AccountState, since loaded: LoadedAccount,
    _ body: (UsageFigures, Instant, Key) -> Void
  ) {
    for (index, meter) in state.meters.enumerated() {
      let stream = loaded.stream(at: .meter(index))
      for record in meter.records.values where stream?.records[record.version] != record {
        let isNew = record.version > stream?.version ?? 0
        var figures = UsageFigures(
          record, chargedUnits: isNew ? meter.journal[record.version]?.usage?.charged ?? 0 : 0)
        if let before = stream?.records[record.version] {
          figures.subtract(UsageFigures(before, chargedUnits: 0))
        }
        body(figures, record.instant, Key(tenant: state.tenant, item: meter.item))
      }
    }
    visitReversals(state, since: loaded, body)
  }

  /// What is given back of a charge is taken off what its record cost.
  private static func visitReversals(
    _ state: AccountState, since loaded: LoadedAccount,
    _ body: (UsageFigures, Instant, Key) -> Void
  ) {
    for (index, balance) in state.balances.enumerated() {
      let version = loaded.stream(at: .balance(index))?.version ?? 0
      for entry in balance.journal.ledger where entry > version {
        guard let row = balance.journal[entry], row.event == .reversal,
          let charge = balance.journal[row.subject], charge.event == .usageCharge,
          case .usage(let item) = charge.counterpart.position?.stream
        else { continue }
        var figures = UsageFigures()
        figures.chargedUnits = -row.delta.posted.value
        body(figures, charge.instant, Key(tenant: state.tenant, item: item))
      }
    }
  }
}

extension UsageFigures: RollupFigures {
  static let columns = ["amount", "consumed", "event_count", "charged_units"]

  var values: [Int64] { [amount, consumed, eventCount, chargedUnits] }

  init(values: [Int64]) {
    self.init()
    amount = values[0]
    consumed = values[1]
    eventCount = values[2]
    chargedUnits = values[3]
  }

  mutating func addCapped(_ other: UsageFigures) {
    amount.addCapped(other.amount)
    consumed.addCapped(other.consumed)
    eventCount.addCapped(other.eventCount)
    chargedUnits.addCapped(other.chargedUnits)
  }
}

extension UsageFigures {
  fileprivate mutating func subtract(_ other: UsageFigures) {
    amount -= other.amount
    consumed -= other.consumed
    eventCount -= other.eventCount
  }
}
