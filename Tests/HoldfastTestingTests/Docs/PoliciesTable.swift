import Holdfast

/// What each overage policy does around a limit: a row for each call of the scenario on the items that
/// an account of the same name uses.
enum PoliciesTable {
  static let path = "Tests/Scenarios/usage/policies-at-a-boundary.jsonl"

  private static let accounts = ["block", "allow", "charge", "capped", "payg"]

  static func scenario() async throws -> Scenario {
    try await Scenario(path) { line, _ in
      guard line.text("op") == "recordUsage", let account = line.text("account") else { return [] }
      return [#"{"op":"balance","account":"\#(account)","unit":"credits"}"#]
    }
  }

  static func rows(of scenario: Scenario) -> [String] {
    var rows = [
      "| overage | month | call | answer | used | of | charged | credits left |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    let steps = scenario.sections.flatMap(\.steps)
    for account in accounts {
      let definition = steps.first { $0.line.text("item") == account }
      guard let policy = definition.map(policy) else { continue }
      var month = ""
      for (step, read) in zip(steps, steps.dropFirst()) {
        if let at = step.line.text("at") { month = String(at.prefix(7)) }
        guard step.operation == "recordUsage", step.line.text("account") == account else {
          continue
        }
        rows.append(row(policy, month, step, read))
      }
    }
    return rows
  }

  private static func policy(of definition: Scenario.Step) -> String {
    guard case .object(let overage)? = definition.line["overage"] else { return "" }
    var text = "`\(overage.text("kind") ?? "")`"
    if let amount = overage.number("amount"), let per = overage.number("per") {
      text += " \(amount) for \(per)"
    }
    if let cap = overage.number("cap") { text += ", cap \(cap)" }
    if definition.line.objects("limits").isEmpty { text += ", no limit" }
    return text
  }

  private static func row(
    _ policy: String, _ month: String, _ call: Scenario.Step, _ read: Scenario.Step
  ) -> String {
    let result = call.result
    let answer: String
    if !result.flag("allowed") {
      answer = "`\(result.text("reason") ?? "")`"
    } else {
      answer = result.flag("duplicate") ? "allowed before" : "allowed"
    }
    let amount = call.line.number("amount") ?? 1
    let limit = result.number("limit").map(String.init) ?? "–"
    return "| \(policy) | \(month) | \(amount) | \(answer) | \(result.number("used") ?? 0) "
      + "| \(limit) "
      + "| \(result.number("chargedUnits") ?? 0) | \(read.result.number("amount") ?? 0) |"
  }
}
