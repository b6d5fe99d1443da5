internal import Holdfast

/// What a transaction adds to the stored sums of a slot.
struct SlotRollups: Sendable {
  private var consumption = RollupSums<ConsumptionRollup>()
  private var usage = RollupSums<UsageRollup>()

  /// Adds what the rows of an account come to that it had not when it was loaded.
  mutating func add(_ state: AccountState, since loaded: LoadedAccount) {
    ConsumptionRollup.visit(state, since: loaded) { consumption.add($0, at: $1, $2) }
    UsageRollup.visit(state, since: loaded) { usage.add($0, at: $1, $2) }
  }

  func statements(_ queries: RollupQueries, slot: Int16, writer: Int64) -> [Statement] {
    var statements: [Statement] = []
    if !consumption.isEmpty {
      statements.append(
        Statement(
          queries.addConsumption, consumption.parameters(slot: slot, writer: writer)))
    }
    if !usage.isEmpty {
      statements.append(
        Statement(queries.addUsage, usage.parameters(slot: slot, writer: writer)))
    }
    return statements
  }
}
