internal import Holdfast

extension JournalRow {
  /// What is wrong with the command that the row keeps, or with its having none.
  func causeViolations(in tenant: TenantName) -> [String] {
    var found: [String] = []
    if !(1...JournalRow.presentRules).contains(rules) {
      found.append("it was decided by rules \(rules), there are \(JournalRow.presentRules)")
    }
    guard let cause else {
      if !event.isOfTime { found.append("no command caused it") }
      if isAnswer { found.append("it answers no command") }
      return found
    }
    if cause.command.tenant != tenant {
      found.append("its command is of tenant \(cause.command.tenant)")
    }
    let name = cause.command.action.name
    if event != name.answeringEvent, !name.consequences.contains(event) {
      found.append("a \(name) causes no such row")
    }
    let answers = event == name.answeringEvent
    if isAnswer != answers {
      found.append(answers ? "it does not answer its command" : "it answers a \(name)")
    }
    return found
  }
}

extension JournalRow.Event {
  /// Whether it may happen without a command.
  fileprivate var isOfTime: Bool {
    switch self {
    case .activation, .lapse, .expiry, .settlement, .void, .reversal, .usageReversal: true
    default: false
    }
  }
}

extension CommandName {
  /// The row from which the command is answered.
  var answeringEvent: JournalRow.Event? {
    switch self {
    case .credit: .credit
    case .debit: .debit
    case .transfer: .transferOut
    case .reserve: .reserve
    case .increase: .increase
    case .extend: .extend
    case .report: .report
    case .settle: .settlement
    case .release: .release
    case .reverse: .reversal
    case .recordUsage: .usage
    case .reverseUsage: .usageReversal
    case .setOverdraftLimit: .overdraftLimit
    case .voidLot: .void
    case .updateLot: .lotUpdate
    case .atomic: nil
    }
  }

  /// Further rows that it can leave.
  var consequences: Set<JournalRow.Event> {
    switch self {
    case .transfer: [.transferIn, .transferPiece]
    case .reserve: [.usage, .usageCharge]
    case .settle, .reverse: [.expiry, .void]
    case .release: [.expiry, .void, .reversal, .usageReversal]
    case .recordUsage: [.usageCharge]
    case .reverseUsage: [.reversal, .expiry, .void]
    case .credit, .debit, .increase, .extend, .report, .setOverdraftLimit, .voidLot, .updateLot,
      .atomic:
      []
    }
  }
}
