package import Holdfast

/// What all transactions of a store share.
package struct StoreContext: Sendable {
  package let queries: Queries
  /// The number of slots, fixed when the schema was made.
  package let slotCount: Int
  package let hashKey: HashKey
  package let maximumOpenReservations: Int
  package let calendar: WindowCalendar
  /// Stands in for the database's clock in tests.
  package let clock: StoreClock?
  let clockWatch: ClockWatch
  let names: AccountNames
  let definitions: DefinitionCache
  let archive = ArchiveWatch()
  let rowsWorthAStatement: Int

  package init(
    queries: Queries, slotCount: Int, hashKey: HashKey, maximumOpenReservations: Int,
    clock: StoreClock?, clockTolerance: Int, rowsWorthAStatement: Int = 96,
    machineClock: StoreClock = .system,
    clockStep: @escaping @Sendable (Int64) -> Void = { _ in }
  ) {
    self.queries = queries
    self.slotCount = slotCount
    self.hashKey = hashKey
    self.maximumOpenReservations = maximumOpenReservations
    self.clock = clock
    self.rowsWorthAStatement = rowsWorthAStatement
    calendar = WindowCalendar()
    clockWatch = ClockWatch(
      clock: clock ?? machineClock, toleranceSeconds: clockTolerance, noticed: clockStep)
    names = AccountNames()
    definitions = DefinitionCache()
  }

  /// The slot of an account: its id modulo the number of slots, of the last 64 bits of it.
  package func slot(of id: AccountID) -> Int16 {
    Int16(id.digest.second % UInt64(slotCount))
  }
}
