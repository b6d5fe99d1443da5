package import Holdfast

/// What the clients of a day saw.
package struct DemoTally: Sendable {
  /// How the calls of each command ended.
  package private(set) var commands: [CommandName: Counts] = [:]
  package private(set) var refusals: [LedgerError.Code: [CommandName: Int]] = [:]
  package private(set) var callsByAccount: [AccountName: Int] = [:]
  /// Refusals at a limit.
  package private(set) var blocked: [Blocked: Block] = [:]
  package internal(set) var reservations: Set<ReservationID> = []
  /// Tasks that ran, and the most that ran in one tick.
  package internal(set) var taskCount = 0
  package internal(set) var mostTasksInATick = 0
  /// What the sweeper wrote, beside what was accounted for on the way.
  package internal(set) var sweptReservations = 0
  package internal(set) var sweptLots = 0
  /// How long it took by the wall clock.
  package internal(set) var duration: Duration = .zero

  package struct Counts: Hashable, Sendable {
    package var calls = 0
    package var applied = 0
    package var duplicates = 0
    package var withoutEffect = 0
    package var refused = 0

    package static func + (left: Counts, right: Counts) -> Counts {
      Counts(
        calls: left.calls + right.calls, applied: left.applied + right.applied,
        duplicates: left.duplicates + right.duplicates,
        withoutEffect: left.withoutEffect + right.withoutEffect,
        refused: left.refused + right.refused)
    }
  }

  /// An account and the item that it could not use any more.
  package struct Blocked: Hashable, Sendable {
    package var account: AccountName
    package var item: ItemName
  }

  package struct Block: Hashable, Sendable {
    package var count: Int
    package var firstAt: Instant
    package var limit: DemoCall.Limit
  }

  package var total: Counts { commands.values.reduce(Counts(), +) }

  mutating func add(_ call: DemoCall, at instant: Instant) {
    var counts = Counts(calls: 1)
    switch call.outcome {
    case .applied: counts.applied = 1
    case .duplicate: counts.duplicates = 1
    case .withoutEffect: counts.withoutEffect = 1
    case .refused(let code):
      counts.refused = 1
      refusals[code, default: [:]][call.name, default: 0] += 1
    }
    commands[call.name] = (commands[call.name] ?? Counts()) + counts
    for account in call.accounts { callsByAccount[account, default: 0] += 1 }
    guard let limit = call.limit, let item = call.item, let account = call.accounts.first else {
      return
    }
    let blocked = Blocked(account: account, item: item)
    self.blocked[blocked, default: Block(count: 0, firstAt: instant, limit: limit)].count += 1
  }
}
