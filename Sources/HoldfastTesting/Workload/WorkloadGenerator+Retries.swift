internal import Holdfast

extension WorkloadGenerator {
  /// The same command and key with other input.
  func altered(_ command: Command) -> Command {
    var command = command
    command.action = altered(command.action)
    return command
  }

  private func altered(_ action: Command.Action) -> Command.Action {
    switch action {
    case .credit(var action):
      action.amount = other(action.amount)
      return .credit(action)
    case .debit(var action):
      action.overage = action.overage == .reject ? .drawAvailable : .reject
      return .debit(action)
    case .transfer(var action):
      action.amount = other(action.amount)
      return .transfer(action)
    case .reserve(var action):
      action.graceSeconds = action.graceSeconds == 7 ? 8 : 7
      return .reserve(action)
    case .setOverdraftLimit(var action):
      action.limit = other(action.limit)
      return .setOverdraftLimit(action)
    case .recordUsage(var action):
      action.amount = other(action.amount)
      return .recordUsage(action)
    case .reverseUsage(var action):
      action.amount = other(action.amount ?? 1)
      return .reverseUsage(action)
    case .reverse(var action):
      action.reason = ByteText("another")
      return .reverse(action)
    case .voidLot(var action):
      action.lot = LotID("@0.0")
      return .voidLot(action)
    case .updateLot(var action):
      action.priority = (action.priority ?? 0) + 1
      return .updateLot(action)
    case .increase, .extend, .report, .settle, .release:
      return alteredOnHold(action)
    }
  }

  private func alteredOnHold(_ action: Command.Action) -> Command.Action {
    switch action {
    case .increase(var action):
      action.amount = other(action.amount)
      return .increase(action)
    case .extend(var action):
      action.by = .fromNow(seconds: 77)
      return .extend(action)
    case .report(var action):
      action.used = other(action.used)
      return .report(action)
    case .settle(var action):
      action.final.toggle()
      return .settle(action)
    case .release(var action):
      action.reason = ByteText("another")
      return .release(action)
    default:
      return action
    }
  }

  private func other(_ amount: Amount) -> Amount {
    amount.value > 1 ? Amount(amount.value - 1) : 2
  }
}
