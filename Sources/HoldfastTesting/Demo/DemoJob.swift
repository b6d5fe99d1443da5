package import Holdfast

/// What one client does for one purpose: calls one after the other, over one tick or several.
package struct DemoJob: Hashable, Sendable {
  /// Also the key of its reserve, and what its other keys begin with.
  package let id: String
  package let account: AccountName
  /// In the order of their ticks.
  package var steps: [Step] = []

  /// One call.
  package struct Step: Hashable, Sendable {
    package var tick: Int
    package var request: Request
    /// How often it is sent at the same moment under the same key, as by a client that retries.
    package var copies = 1
    /// What a careless client sends under the same key once the request was applied.
    package var altered: Request?
    package var ifRefused = Refusal.stop
  }

  package enum Request: Hashable, Sendable {
    case command(Command)
    case group(Group)
    /// A command on what an earlier step's answer named.
    case following(step: Int, key: IdempotencyKey, Follow)
  }

  package enum Follow: Hashable, Sendable {
    case reverse(amount: Amount?, reason: String)
    case reverseUsage
    case voidLot
    case moveExpiry(Instant)
  }

  /// What the client does when the step is refused.
  package indirect enum Refusal: Hashable, Sendable {
    /// Gives up: the steps behind it are not sent.
    case stop
    case goOn
    /// Sends this instead of the steps behind it.
    case finish(Request)
  }
}

extension DemoJob.Request {
  /// The name under which it is counted.
  package var name: CommandName {
    switch self {
    case .command(let command): command.action.name
    case .group: .atomic
    case .following(_, _, .reverse): .reverse
    case .following(_, _, .reverseUsage): .reverseUsage
    case .following(_, _, .voidLot): .voidLot
    case .following(_, _, .moveExpiry): .updateLot
    }
  }

  /// The item that it counts, if any.
  var item: ItemName? {
    guard case .command(let command) = self else { return nil }
    switch command.action {
    case .reserve(let reserve): return reserve.counts.first?.item
    case .recordUsage(let usage): return usage.item
    default: return nil
    }
  }

  /// The same request with another amount, as from a client that changed its mind between retries.
  var altered: DemoJob.Request? {
    switch self {
    case .command(var command):
      guard let action = command.action.withOtherAmount else { return nil }
      command.action = action
      return .command(command)
    case .group(var group):
      guard let action = group.commands.first?.action.withOtherAmount else { return nil }
      group.commands[0].action = action
      return .group(group)
    case .following: return nil
    }
  }
}

extension Command.Action {
  fileprivate var withOtherAmount: Command.Action? {
    switch self {
    case .credit(var action):
      action.amount += 1
      return .credit(action)
    case .debit(var action):
      action.amount += 1
      return .debit(action)
    case .reserve(var action):
      action.amount += 1
      return .reserve(action)
    case .increase(var action):
      action.amount += 1
      return .increase(action)
    case .settle(var action):
      action.amount += 1
      return .settle(action)
    case .recordUsage(var action):
      action.amount += 1
      return .recordUsage(action)
    default: return nil
    }
  }
}
