import Holdfast

/// What happens to 100 credits that expire at noon while 60 of them are held: a row for each section
/// of the scenario.
enum NoonTable {
  static let path = "Tests/Scenarios/lots/noon-table.jsonl"

  static func scenario() async throws -> Scenario {
    try await Scenario(path) { line, isLast in
      guard isLast, let account = account(of: line) else { return [] }
      return ["ledger", "balance"].map { operation in
        #"{"op":"\#(operation)","account":"\#(account)","unit":"credits"}"#
      }
    }
  }

  static func rows(of scenario: Scenario) -> [String] {
    let head = [
      "| continuation | answered | entries after the hold | posted | held |",
      "| --- | --- | --- | --- | --- |",
    ]
    return head + scenario.sections.compactMap(row)
  }

  /// The account of a section; of a line on an id the number in its label, `$h7.reservationId`.
  private static func account(of line: JSONObject) -> String? {
    if let account = line.text("account") { return account }
    guard let label = line.text("reservation")?.dropFirst(2).prefix(while: \.isNumber),
      !label.isEmpty
    else { return nil }
    return "noon" + (label.count == 1 ? "0" : "") + label
  }

  private static func row(of section: Scenario.Section) -> String? {
    let title = section.title.split(separator: ": ", maxSplits: 1)
    guard title.count == 2, title[0].hasPrefix("noon"),
      let hold = section.steps.firstIndex(where: { $0.operation == "reserve" }),
      let ledger = section.steps.last(where: { $0.operation == "ledger" }),
      let balance = section.steps.last(where: { $0.operation == "balance" }),
      let posted = balance.result.number("amount"), let held = balance.result.number("held")
    else { return nil }
    let answers = section.steps[(hold + 1)...].compactMap(answer)
    let entries = ledger.result.objects("entries").reversed().compactMap(entry)
    return "| \(title[1]) | \(answers.joined(separator: "; ")) "
      + "| \(entries.joined(separator: ", ")) | \(signed(posted)) | \(held) |"
  }

  private static func entry(_ entry: JSONObject) -> String? {
    guard let time = entry.text("createdAt")?.dropFirst(11).prefix(5), time > "11:50",
      let kind = entry.text("kind"), let delta = entry.number("delta")
    else { return nil }
    return "\(time) \(kind) \(delta > 0 ? "+" : "")\(signed(delta))"
  }

  private static func signed(_ number: Int64) -> String {
    number < 0 ? "−\(-number)" : "\(number)"
  }

  /// What a command was answered; `nil` for a read.
  private static func answer(_ step: Scenario.Step) -> String? {
    let result = step.result
    if let error = result.text("error") { return "`\(error)`" }
    switch step.operation {
    case "settle":
      let short = result.number("operationShortfallAmount") ?? 0
      let charged = "\(result.number("operationSettledAmount") ?? 0) charged"
      return short > 0 ? "\(charged), \(short) short" : charged
    case "release": return "\(result.number("releasedAmount") ?? 0) released"
    case "report": return "\(result.number("used") ?? 0) reported"
    case "extend": return "until \(result.text("expiresAt")?.dropFirst(11).prefix(5) ?? "")"
    case "voidLot", "updateLot":
      return "\(step.operation): \(result.number("voidedAmount") ?? 0) lapsed"
    case "reverse":
      let lost = result.number("unrecoverableAmount") ?? 0
      let reversed = "\(result.number("reversedAmount") ?? 0) reversed"
      return lost > 0 ? "\(reversed), \(lost) unrecoverable" : reversed
    default: return nil
    }
  }
}
