internal import Holdfast

/// A finished day as it is shown: as text for people, or as one JSON object with the same figures.
package struct DemoReport: Sendable {
  package let plan: DemoPlan
  package let tally: DemoTally
  package let figures: DemoFigures
  package let machine: Machine

  /// What it ran on.
  package struct Machine: Hashable, Sendable {
    package var store: String
    package var cores: Int
    package var isDebugBuild: Bool

    package init(store: String, cores: Int, isDebugBuild: Bool) {
      self.store = store
      self.cores = cores
      self.isDebugBuild = isDebugBuild
    }
  }

  package init(plan: DemoPlan, tally: DemoTally, figures: DemoFigures, machine: Machine) {
    self.plan = plan
    self.tally = tally
    self.figures = figures
    self.machine = machine
  }

  /// How many balances and blocked accounts are shown.
  static let rowLimit = 8

  var seconds: Double {
    let (seconds, attoseconds) = tally.duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Calls a second, by the wall clock.
  var rate: Int64 {
    seconds > 0 ? Int64(Double(tally.total.calls) / seconds) : 0
  }

  /// The commands that were called, in the order of their numbers.
  var commandLines: [(name: CommandName, counts: DemoTally.Counts)] {
    CommandName.allCases.compactMap { name in tally.commands[name].map { (name, $0) } }
  }

  /// The refusals in the order of their codes' precedence, the most refused commands first.
  var refusalLines: [(code: LedgerError.Code, count: Int, commands: [(CommandName, Int)])] {
    LedgerError.Code.allCases.compactMap { code in
      guard let byName = tally.refusals[code] else { return nil }
      let commands = CommandName.allCases.compactMap { name in byName[name].map { (name, $0) } }
        .sorted { $0.1 > $1.1 }
      return (code, byName.values.reduce(0, +), commands)
    }
  }

  /// The flows in the order in which they are told.
  var flowLines: [(flow: DemoFigures.Flow, total: DemoFigures.Total)] {
    figures.flows.sorted { $0.key.rank < $1.key.rank }.map { ($0.key, $0.value) }
  }

  /// Accounts that met a limit, the most often first.
  var blockedLines: [(key: DemoTally.Blocked, block: DemoTally.Block)] {
    tally.blocked.sorted { left, right in
      (right.value.count, left.key.account, left.key.item)
        < (left.value.count, right.key.account, right.key.item)
    }.map { ($0.key, $0.value) }
  }

  func accounts(_ plan: DemoAccount.Plan) -> Int {
    self.plan.accounts.count { $0.plan == plan }
  }
}

extension CommandName {
  var word: String { self == .atomic ? "group" : "\(self)" }
}

extension DemoFigures.Flow {
  /// Its name in JSON.
  var name: String {
    switch self {
    case .credit(let kind): kind.string
    case .debit: "debits"
    case .settlement: "settlements"
    case .usage: "overage"
    case .reversal: "reversedCharges"
    case .creditReversal: "reversedCredits"
    case .expiry: "lapsed"
    case .void: "voided"
    case .transferOut: "transferredOut"
    case .transferIn: "transferredIn"
    }
  }

  /// The heading it is told under, and what it was.
  var words: (heading: String, what: String) {
    switch self {
    case .credit(let kind): ("in", kind.string)
    case .settlement: ("consumed", "settled from reservations")
    case .debit: ("consumed", "direct debits")
    case .usage: ("consumed", "images above the limit")
    case .reversal: ("reversed", "charges given back")
    case .creditReversal: ("reversed", "credits taken back")
    case .expiry: ("lapsed", "at the end of their time")
    case .void: ("voided", "by support")
    case .transferOut: ("transferred", "to another account")
    case .transferIn: ("transferred", "from another account")
    }
  }

  /// Where it stands in the list; credits by the bytes of their kind.
  fileprivate var rank: Rank {
    switch self {
    case .credit(let kind): Rank(number: 0, kind: kind)
    case .settlement: Rank(number: 1)
    case .debit: Rank(number: 2)
    case .usage: Rank(number: 3)
    case .reversal: Rank(number: 4)
    case .creditReversal: Rank(number: 5)
    case .expiry: Rank(number: 6)
    case .void: Rank(number: 7)
    case .transferOut: Rank(number: 8)
    case .transferIn: Rank(number: 9)
    }
  }

  fileprivate struct Rank: Comparable {
    var number: Int
    var kind: EntryKind = ""

    static func < (left: Rank, right: Rank) -> Bool {
      (left.number, left.kind) < (right.number, right.kind)
    }
  }
}

extension DemoFigures.ReservationOutcome {
  var name: String {
    switch self {
    case .settled: "settled"
    case .released: "released"
    case .expired: "expiredUnsettled"
    case .expiredInPart: "expiredSettledInPart"
    case .chargedAtLapse: "chargedAtLapse"
    case .late: "settledLate"
    case .open: "open"
    }
  }

  var words: String {
    switch self {
    case .settled: "settled"
    case .released: "released by the client"
    case .expired: "expired, nobody settled"
    case .expiredInPart: "expired, settled in part"
    case .chargedAtLapse: "expired, report charged"
    case .late: "expired, settled late"
    case .open: "still open"
    }
  }
}
