package import Holdfast

/// The report for programs.
extension DemoReport {
  package var json: JSONValue {
    [
      "run": run,
      "calls": .object(
        JSONObject(commandLines.map { (name: $0.name.word, value: $0.counts.json) })),
      "total": tally.total.json,
      "refusals": .object(
        JSONObject(refusalLines.map { (name: $0.code.rawValue, value: refusal($0.commands)) })),
      "credits": credits,
      "reservations": .object(
        JSONObject(
          DemoFigures.ReservationOutcome.allCases.map { outcome in
            let total = figures.reservations[outcome] ?? DemoFigures.ReservationTotal()
            return (name: outcome.name, value: total.json)
          })),
      "busiest": .array(figures.balances.prefix(DemoReport.rowLimit).map(\.json)),
      "ledger": figures.ledger?.json ?? .null,
      "blocked": .array(blockedLines.map { blocked($0.key, $0.block) }),
      "overage": .array(figures.overages.map(\.json)),
      "throughput": throughputJSON,
      "check": [
        "changes": JSONValue(figures.audit.changes), "balances": JSONValue(figures.audit.balances),
        "posted": JSONValue(figures.audit.posted),
        "checkedRows": JSONValue(figures.audit.checkedRows),
        "violations": .array(figures.audit.violations.map { .string($0) }),
      ],
    ]
  }

  private var run: JSONValue {
    [
      "tenant": .string(plan.tenant.string), "store": .string(machine.store),
      "from": .string(DemoDay.start.description), "to": .string(DemoDay.end.description),
      "ticks": JSONValue(DemoDay.tickCount), "seed": .integer(Int64(plan.seed)),
      "users": JSONValue(plan.userCount), "free": JSONValue(accounts(.free)),
      "pro": JSONValue(accounts(.pro)), "teams": JSONValue(accounts(.team)),
      "enterprise": JSONValue(accounts(.enterprise)), "jobs": JSONValue(plan.jobs.count),
      "plannedCalls": JSONValue(plan.callCount),
    ]
  }

  private func refusal(_ commands: [(CommandName, Int)]) -> JSONValue {
    .object(JSONObject(commands.map { (name: $0.0.word, value: JSONValue($0.1)) }))
  }

  private var credits: JSONValue {
    let flows = flowLines.map { line -> JSONValue in
      [
        "flow": .string(line.flow.name), "entries": JSONValue(line.total.entries),
        "credits": JSONValue(line.total.amount),
      ]
    }
    return [
      "flows": .array(flows), "left": JSONValue(figures.sum),
      "posted": JSONValue(figures.posted), "held": JSONValue(figures.held),
      "scheduled": JSONValue(figures.scheduled), "addsUp": .bool(figures.addsUp),
    ]
  }

  private func blocked(_ key: DemoTally.Blocked, _ block: DemoTally.Block) -> JSONValue {
    [
      "account": .string(key.account.string), "item": .string(key.item.string),
      "limit": block.limit.maximum.map { JSONValue($0) } ?? .null,
      "refused": JSONValue(block.count), "firstAt": .string(block.firstAt.description),
      "resetsAt": block.limit.resetsAt.map { .string($0.description) } ?? .null,
    ]
  }

  private var throughputJSON: JSONValue {
    [
      "calls": JSONValue(tally.total.calls), "seconds": .number(seconds),
      "callsPerSecond": .integer(rate), "tasks": JSONValue(tally.taskCount),
      "mostTasksAtOnce": JSONValue(tally.mostTasksInATick), "cores": JSONValue(machine.cores),
      "debugBuild": .bool(machine.isDebugBuild),
      "sweptReservations": JSONValue(tally.sweptReservations),
      "sweptLots": JSONValue(tally.sweptLots),
    ]
  }
}

extension JSONValue {
  fileprivate init(_ count: Int) { self = .integer(Int64(count)) }
  fileprivate init(_ amount: Amount) { self = .integer(amount.value) }
}

extension DemoTally.Counts {
  fileprivate var json: JSONValue {
    [
      "calls": JSONValue(calls), "applied": JSONValue(applied),
      "duplicates": JSONValue(duplicates), "withoutEffect": JSONValue(withoutEffect),
      "refused": JSONValue(refused),
    ]
  }
}

extension DemoFigures.ReservationTotal {
  fileprivate var json: JSONValue {
    [
      "count": JSONValue(count), "held": JSONValue(held), "charged": JSONValue(charged),
      "shortfall": JSONValue(shortfall),
    ]
  }
}

extension DemoFigures.BalanceLine {
  fileprivate var json: JSONValue {
    [
      "account": .string(account.string), "plan": plan.map { .string($0.rawValue) } ?? .null,
      "calls": JSONValue(calls), "posted": JSONValue(balance.posted),
      "held": JSONValue(balance.held), "debt": JSONValue(balance.debt),
      "overdraftLimit": JSONValue(balance.overdraftLimit),
      "available": JSONValue(balance.available), "lowestPosted": JSONValue(lowest),
    ]
  }
}

extension DemoFigures.Ledger {
  fileprivate var json: JSONValue {
    let entries = entries.map { entry -> JSONValue in
      [
        "createdAt": .string(entry.createdAt.description), "kind": .string(entry.kind.string),
        "late": .bool(entry.late), "lapsed": .bool(entry.lapsed),
        "delta": JSONValue(entry.delta), "balanceAfter": JSONValue(entry.balanceAfter),
        "description": entry.description.map { .string($0.string) } ?? .null,
      ]
    }
    return [
      "account": .string(account.string), "plan": plan.map { .string($0.rawValue) } ?? .null,
      "entries": .array(entries),
    ]
  }
}

extension DemoFigures.Overage {
  fileprivate var json: JSONValue {
    [
      "account": .string(account.string), "charges": JSONValue(charges),
      "credits": JSONValue(amount),
    ]
  }
}
