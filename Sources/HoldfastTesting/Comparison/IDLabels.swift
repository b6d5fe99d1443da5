package import Holdfast

/// Which ids of a store the labels of a workload stand for.
package struct IDLabels: Sendable {
  private var reservations: [ReservationID: String] = [:]
  private var entries: [EntryID: String] = [:]
  private var lots: [LotID: String] = [:]
  private var records: [UsageRecordID: String] = [:]
  private var reservationIDs: [String: ReservationID] = [:]
  private var entryIDs: [String: EntryID] = [:]
  private var lotIDs: [String: LotID] = [:]
  private var recordIDs: [String: UsageRecordID] = [:]

  package init() {}

  /// The label of an id; one never seen before gets `fresh`.
  package mutating func label(of id: ReservationID, fresh: String) -> String {
    if let label = reservations[id] { return label }
    reservations[id] = fresh
    reservationIDs[fresh] = id
    return fresh
  }

  package mutating func label(of id: EntryID, fresh: String) -> String {
    if let label = entries[id] { return label }
    entries[id] = fresh
    entryIDs[fresh] = id
    return fresh
  }

  package mutating func label(of id: LotID, fresh: String) -> String {
    if let label = lots[id] { return label }
    lots[id] = fresh
    lotIDs[fresh] = id
    return fresh
  }

  package mutating func label(of id: UsageRecordID, fresh: String) -> String {
    if let label = records[id] { return label }
    records[id] = fresh
    recordIDs[fresh] = id
    return fresh
  }

  /// Gives an entry a further label.
  package mutating func name(_ id: EntryID, _ label: String) {
    entryIDs[label] = id
  }

  package func id(_ label: ReservationID) -> ReservationID {
    reservationIDs[label.description] ?? label
  }
  package func id(_ label: EntryID) -> EntryID { entryIDs[label.description] ?? label }
  package func id(_ label: LotID) -> LotID { lotIDs[label.description] ?? label }
  package func id(_ label: UsageRecordID) -> UsageRecordID {
    recordIDs[label.description] ?? label
  }

  private func reference(_ label: ReservationReference) -> ReservationReference {
    if case .id(let label) = label { .id(id(label)) } else { label }
  }

  /// The command as the store takes it.
  package func resolve(_ command: Command) -> Command {
    var command = command
    switch command.action {
    case .increase(var action):
      action.reservation = reference(action.reservation)
      command.action = .increase(action)
    case .extend(var action):
      action.reservation = reference(action.reservation)
      command.action = .extend(action)
    case .report(var action):
      action.reservation = reference(action.reservation)
      command.action = .report(action)
    case .settle(var action):
      action.reservation = reference(action.reservation)
      command.action = .settle(action)
    case .release(var action):
      action.reservation = reference(action.reservation)
      command.action = .release(action)
    case .reverse(var action):
      action.entry = id(action.entry)
      command.action = .reverse(action)
    case .reverseUsage(var action):
      action.record = id(action.record)
      command.action = .reverseUsage(action)
    case .voidLot(var action):
      action.lot = id(action.lot)
      command.action = .voidLot(action)
    case .updateLot(var action):
      action.lot = id(action.lot)
      command.action = .updateLot(action)
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit: break
    }
    return command
  }
}
