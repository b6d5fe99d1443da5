internal import Holdfast

/// Writes steps as lines of a replay file, with what the contract says as `expect`.
struct ReplayWriter {
  let steps: [WorkloadStep]
  let mismatch: Mismatch
  let maximumOpenReservations: Int

  func lines() -> [String] {
    var expectations = ContractExpectations(
      model: NaiveModel(maximumOpenReservations: maximumOpenReservations))
    var lines: [String] = ["# \(mismatch)"]
    for step in steps {
      let references = ReplayReferences(steps: steps, model: expectations.model, step: step)
      lines += references.ledgerLines
      if case .list(let commands) = step.action {
        for (index, command) in commands.enumerated() {
          let expected = expectations.expect(command, "@\(step.id).\(index)", at: step.at)
          lines.append(
            text(step, as: "s\(step.id)-\(index)", expected) { line in
              ReplayCommand(command, references).write(into: &line)
            })
        }
        continue
      }
      let expected = expectations.expect(step)
      lines.append(
        text(step, as: "s\(step.id)", expected) { line in write(step, references, into: &line) })
    }
    if let section = mismatch.section { lines.append(text(of: section)) }
    return lines
  }

  private func text(
    _ step: WorkloadStep, as label: String, _ expected: JSONValue?,
    _ write: (inout JSONObject) -> Void
  ) -> String {
    var line = JSONObject()
    line["at"] = .string(step.at.description)
    write(&line)
    line["as"] = .string(label)
    if let expected { line["expect"] = expected }
    return JSONValue.object(line).text
  }

  private func write(
    _ step: WorkloadStep, _ references: ReplayReferences, into line: inout JSONObject
  ) {
    func members(_ commands: [Command]) -> JSONValue {
      .array(
        commands.map { command in
          var line = JSONObject()
          ReplayCommand(command, references, isMember: true).write(into: &line)
          return .object(line)
        })
    }
    line["tenant"] = .string(WorkloadGenerator.tenant.string)
    switch step.action {
    case .submit(let command), .malformed(let command, _):
      ReplayCommand(command, references).write(into: &line)
    case .list: break
    case .previewList(let commands):
      line["op"] = "preview"
      line["commands"] = members(commands)
    case .group(let group):
      line["op"] = "atomic"
      line["key"] = .string(group.key.string)
      line["commands"] = members(group.commands)
    case .previewGroup(let group):
      line["op"] = "preview"
      line["commands"] = members(group.commands)
    case .define(let definition, _):
      line["op"] = "defineUsageItem"
      line["item"] = .string(definition.item.string)
      line["limits"] = .array(definition.limits.map(\.json))
      line["overage"] = definition.overage.json
    case .overrideLimits(let limits, let item, let address):
      line["op"] = "overrideUsageLimits"
      line["account"] = .string(address.account.string)
      line["item"] = .string(item.string)
      line["limits"] = limits.map { .array($0.map(\.json)) } ?? .null
    case .sweep:
      line["op"] = "sweep"
    case .balanceAsOf(let unit, let address, let ago):
      line["op"] = "balance"
      line["account"] = .string(address.account.string)
      line["unit"] = .string(unit.string)
      line["asOf"] = .string(step.at.advanced(byMicroseconds: -ago).description)
    }
  }

  private func text(of section: ReadFacts.Section) -> String {
    var line = JSONObject()
    line["op"] = .string(section.operation)
    line["tenant"] = .string(section.address.tenant.string)
    line["account"] = .string(section.address.account.string)
    if let unit = section.unit { line["unit"] = .string(unit.string) }
    if let item = section.item { line["item"] = .string(item.string) }
    let rows = section.rows.map { Fact.json($0) }
    switch section.operation {
    case "balance": line["expect"] = rows.first
    case "lots": line["expect"] = ["lots": .array(rows)]
    case "ledger":
      line["limit"] = 1000
      line["expect"] = ["entries": .array(rows)]
    case "openReservations": line["expect"] = ["reservations": .array(rows)]
    case "usage": line["expect"] = ["usage": .array(Array(rows.prefix(1)))]
    default: line["expect"] = rows.first
    }
    return JSONValue.object(line).text
  }
}
