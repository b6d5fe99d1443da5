import Holdfast
import HoldfastTesting

/// Says more about rows than random workloads do: descriptions, references, metadata, reasons, when it
/// happened or was due, reservations named in other ways, other rules.
struct RowDecoration {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  private static let texts: [String?] = [nil, "", "a", "é", "e\u{301}", "two\nlines\t\"", "🧾"]
  private static let metadata: [JSONValue?] = [
    nil, [:], ["z": 1, "a": [true, nil, 1.5, "x"], "é": ["deep": ["er": -7]]],
    ["big": .unsigned(.max), "small": .integer(.min), "n": 1e300],
  ]

  /// The same row of a command that says more. The fingerprint stays, being stored and not computed.
  mutating func decorated(_ row: JournalRow) -> JournalRow {
    var row = row
    if random.chance(20) { row.rules = 2 }
    guard let cause = row.cause else {
      row.dueAt = row.instant.advanced(byMicroseconds: -random.number(1...5_000_000))
      return row
    }
    var command = cause.command
    command.action = decorated(command.action, at: row.instant)
    row.cause = PreparedCommand(
      restoring: command, key: cause.key, fingerprint: cause.fingerprint,
      accountID: cause.accountID, group: cause.group)
    return row
  }

  private mutating func decorated(
    _ action: Command.Action, at instant: Instant
  ) -> Command.Action {
    switch action {
    case .credit(var action):
      action.details = details()
      return .credit(action)
    case .debit(var action):
      action.details = details(at: instant)
      return .debit(action)
    case .transfer(var action):
      action.details = details()
      return .transfer(action)
    case .reserve(var action):
      action.details = details()
      return .reserve(action)
    case .settle(var action):
      action.details = details(at: instant)
      action.reservation = reference(action.reservation)
      return .settle(action)
    case .recordUsage(var action):
      action.details = details(at: instant)
      return .recordUsage(action)
    case .release(var action):
      action.reason = random.one(of: RowDecoration.texts).map(ByteText.init)
      action.reservation = reference(action.reservation)
      return .release(action)
    case .reverse(var action):
      action.reason = random.one(of: RowDecoration.texts).map(ByteText.init)
      return .reverse(action)
    case .increase, .extend, .report, .reverseUsage, .setOverdraftLimit, .voidLot, .updateLot:
      return action
    }
  }

  private mutating func details(at instant: Instant? = nil) -> Details {
    let happened = random.chance(50) ? instant?.advanced(byMicroseconds: -61_000_001) : nil
    return Details(
      description: random.one(of: RowDecoration.texts),
      reference: random.chance(50) ? Reference(type: "job", id: "né/7") : nil,
      metadata: random.one(of: RowDecoration.metadata), occurredAt: happened)
  }

  private mutating func reference(_ reference: ReservationReference) -> ReservationReference {
    switch random.number(0...3) {
    case 0: .key("another key")
    case 1: .id(ReservationID("res_that is none"))
    default: reference
    }
  }
}
