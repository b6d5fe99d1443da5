internal import Holdfast

/// Turns the labels of a workload into the `$` references of replay files.
struct ReplayReferences {
  let steps: [WorkloadStep]
  /// As it is before the step.
  let model: NaiveModel
  let step: WorkloadStep

  /// `@7.2` becomes `$s7.lotId`, of a group `$s7.results.2.lotId`; what is not there stays as it is.
  func reference(_ label: String, _ field: String) -> String {
    let parts = label.dropFirst().split(separator: ".")
    guard label.hasPrefix("@"), parts.count == 2, let id = Int(parts[0]),
      let maker = steps.first(where: { $0.id == id })
    else { return label }
    switch maker.action {
    case .group: return "$s\(id).results.\(parts[1]).\(field)"
    case .list: return "$s\(id)-\(parts[1]).\(field)"
    default: return "$s\(id).\(field)"
    }
  }

  func entry(_ label: String) -> String {
    if let place = LedgerLabel(label) {
      return "$l\(step.id).entries.\(count(place) - 1 - place.index).id"
    }
    if label.hasSuffix(" to") { return reference(String(label.dropLast(3)), "toEntryId") }
    return reference(label, "entryId")
  }

  /// Reads of the ledgers whose entries the step names by their place.
  var ledgerLines: [String] {
    step.commands.compactMap { command in
      guard case .reverse(let reverse) = command.action,
        let label = LedgerLabel(reverse.entry.description)
      else { return nil }
      let line: JSONValue = [
        "op": "ledger", "at": .string(step.at.description),
        "tenant": .string(command.tenant.string), "account": .string(label.account.string),
        "unit": .string(label.unit.string), "limit": 1000, "as": .string("l\(step.id)"),
      ]
      return line.text
    }
  }

  private func count(_ place: LedgerLabel) -> Int {
    var world = model
    world.advance(to: step.at)
    guard let account = world.account(WorkloadGenerator.tenant, place.account) else { return 0 }
    return world.accounts[account].balance(place.unit).entries.filter { $0.delta != 0 }.count
  }
}
