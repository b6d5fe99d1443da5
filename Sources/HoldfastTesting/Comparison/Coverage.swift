package import Holdfast

/// How often each command came out in each way, and which policies and states were met.
package struct Coverage: Sendable {
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func merge(_ other: Coverage) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  private mutating func add(_ name: String) {
    counts[name, default: 0] += 1
  }

  /// One line for each name, with how often it was met.
  package var table: String {
    counts.sorted { ByteText($0.key) < ByteText($1.key) }
      .map { "\($0.value)\t\($0.key)" }
      .joined(separator: "\n")
  }

  package mutating func note(_ step: WorkloadStep, _ answers: [ModelAnswer]) {
    switch step.action {
    case .malformed: add("malformed → invalid_argument")
    case .define: add("define")
    case .overrideLimits: add("overrideLimits")
    case .sweep: add("sweep")
    case .balanceAsOf: add("balance as of")
    case .previewList, .previewGroup: add("preview")
    case .submit(let command):
      if let answer = answers.first { note(command, answer) }
    case .list(let commands):
      for (command, answer) in zip(commands, answers) { note(command, answer) }
    case .group(let group):
      note(group, answers)
    }
  }

  private mutating func note(_ group: Group, _ answers: [ModelAnswer]) {
    if case .refused(let refusal)? = answers.first {
      add("atomic → \(refusal.code.rawValue)")
      add("code \(refusal.code.rawValue)")
      if let index = refusal.index, index > 0 { add("atomic → refused at a later member") }
      return
    }
    guard case .applied(let first)? = answers.first else { return }
    add(first.duplicate ? "atomic → duplicate" : "atomic → applied")
    if group.commands.filter(\.isCoupled).count > 1 { add("atomic → coupled") }
    for (command, answer) in zip(group.commands, answers) { note(command, answer) }
  }

  private mutating func note(_ command: Command, _ answer: ModelAnswer) {
    let outcome: String
    switch answer {
    case .refused(let refusal):
      outcome = refusal.code.rawValue
      add("code \(refusal.code.rawValue)")
    case .applied(let result):
      if case .text(let reason)? = result.facts.first(where: { $0.name == "reason" })?.value {
        outcome = "not allowed: \(reason)"
      } else {
        outcome = result.duplicate ? "duplicate" : "applied"
      }
      if !result.duplicate { note(command.action, result) }
    }
    add("\(command.action.word) → \(outcome)")
    for policy in command.action.policies { add("\(policy) → \(outcome)") }
  }

  /// What the figures of an applied command show.
  private mutating func note(_ action: Command.Action, _ result: ModelResult) {
    func has(_ name: String) -> Bool { (result.facts.integer(name) ?? 0) > 0 }
    switch action {
    case .debit(let action) where has("shortfallAmount"):
      add("debit \(action.overage.rawValue) with shortfall")
    case .settle(let action):
      let late = result.facts.contains { $0.name == "late" && $0.value == .flag(true) }
      if has("operationShortfallAmount") {
        add("settle \(action.overage.rawValue)\(late ? " late" : "") with shortfall")
      }
      if late { add("settle late under \(action.overage.rawValue)") }
    case .release:
      let released = result.facts.contains { $0.name == "released" && $0.value == .flag(true) }
      add(released ? "release of an open hold" : "release of a closed hold")
    case .reverse:
      if has("lapsedAmount") { add("reverse into a lapsed lot") }
      if has("unrecoverableAmount") { add("reverse with an unrecoverable part") }
    case .reverseUsage where has("creditedUnits"): add("reverseUsage with a refund")
    case .recordUsage where has("chargedUnits"): add("recordUsage with a charge")
    case .voidLot where has("voidedAmount"): add("voidLot of something")
    case .updateLot where has("voidedAmount"): add("updateLot into the past")
    default: break
    }
  }

  /// The states that lots and reservations are in.
  package mutating func note(_ model: NaiveModel, at now: Instant) {
    var model = model
    model.advance(to: now)
    for balance in model.accounts.flatMap(\.balances) {
      if balance.debt > 0 { add("balance in debt") }
      if !balance.repayments.isEmpty { add("balance with repaid debt") }
      if balance.available < 0 { add("balance below its floor") }
      for lot in balance.lots {
        add("lot \(lot.state.rawValue)")
        let pinned = balance.pinned(lot)
        if pinned > 0 { add("lot \(lot.state.rawValue) with pins") }
        if lot.state == .active, lot.remaining == 0 { add("lot used up") }
        if lot.state == .active, pinned > 0, pinned < lot.remaining { add("lot pinned in part") }
        if lot.label == nil { add("lot that a transfer brought") }
      }
      for hold in balance.holds {
        add("reservation \(hold.status.rawValue)")
        if hold.status == .open {
          if now >= hold.expiresAt { add("reservation in its grace") }
          if hold.pins.reduce(0, { $0 + $1.amount }) < hold.remaining {
            add("reservation against the overdraft")
          }
          if hold.remaining == 0 { add("reservation with nothing left") }
        }
        if hold.status == .expired { add("lapse \(hold.onLapse.rawValue)") }
        if hold.status == .expired, hold.settled > 0 {
          add("lapse \(hold.onLapse.rawValue) with a charge")
        }
      }
      for entry in balance.entries where entry.delta != 0 {
        if entry.kind == .void || entry.kind == .expiry || entry.kind == .usage {
          add("entry \(entry.kind.string)")
        }
        if entry.lapsed { add("entry of a lapse") }
        if entry.late { add("entry that is late") }
      }
    }
  }
}

extension Command.Action {
  fileprivate var policies: [String] {
    switch self {
    case .debit(let action): ["debit \(action.overage.rawValue)"]
    case .settle(let action): ["settle \(action.overage.rawValue)"]
    case .reserve(let action):
      ["reserve floor \(action.floor.rawValue)", "reserve onLapse \(action.onLapse.rawValue)"]
        + (action.minimum == nil ? [] : ["reserve minimum"])
        + (action.counts.isEmpty ? [] : ["reserve counts"])
        + (action.amount == 0 ? ["reserve nothing"] : [])
    case .extend(let action):
      switch action.by {
      case .fromNow: ["extend from now"]
      case .fromExpiry: ["extend from the expiry"]
      }
    default: []
    }
  }
}
