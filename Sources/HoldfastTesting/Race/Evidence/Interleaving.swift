/// What happened over time, a column for each client, as lines of text.
///
/// A call that begins is told with what it asks for, one that ends with what it was answered; between
/// them its column shows a bar.
struct Interleaving {
  private let events: [RaceEvent]
  private let header: RaceHeader
  private var clients: [Int32] = []
  private let start: Int64

  private static let most = 40
  private static let columns = 4

  init(_ events: [RaceEvent], _ header: RaceHeader) {
    self.events = events
    self.header = header
    start = events.first?.at ?? 0
    for event in events {
      guard let client = event.client, !clients.contains(client) else { continue }
      clients.append(client)
    }
  }

  var lines: [String] {
    let shown = events.prefix(Interleaving.most)
    let rest =
      events.count > shown.count ? ["… and \(events.count - shown.count) more lines"] : []
    guard !clients.isEmpty, clients.count <= Interleaving.columns else {
      return shown.map { "\(time(of: $0))  \(sentence(of: $0))" } + rest
    }
    var open: [Int32: Int] = [:]
    var table = [(time: "       ms", cells: clients.map { "client \($0)" })]
    for event in shown {
      table.append((time(of: event), cells(of: event, open)))
      note(event, in: &open)
    }
    let widths = clients.indices.map { column in
      2 + (table.map { $0.cells.count == clients.count ? $0.cells[column].count : 0 }.max() ?? 0)
    }
    return table.map { line in
      "\(line.time)  \(Interleaving.row(line.cells, widths))"
    } + rest
  }

  /// What stands in each client's column; of what no client did one cell.
  private func cells(of event: RaceEvent, _ open: [Int32: Int]) -> [String] {
    guard let client = event.client else { return [text(of: event)] }
    return clients.map { column in
      column == client ? text(of: event) : (open[column, default: 0] > 0 ? "│" : "")
    }
  }

  private func sentence(of event: RaceEvent) -> String {
    guard let client = event.client else { return text(of: event) }
    let widest = clients.map { "\($0)".count }.max() ?? 0
    let gap = String(repeating: " ", count: max(0, widest - "\(client)".count))
    return "client \(client)\(gap)  \(text(of: event))"
  }

  private func time(of event: RaceEvent) -> String {
    Interleaving.milliseconds(event.at - start)
  }

  private func note(_ event: RaceEvent, in open: inout [Int32: Int]) {
    switch event.content {
    case .invoked(let call): open[call.client, default: 0] += 1
    case .returned(let id, _): open[id.client, default: 0] -= 1
    default: break
    }
  }

  private static func row(_ cells: [String], _ widths: [Int]) -> String {
    guard cells.count > 1 else { return cells[0] }
    let line = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }.joined()
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    let whole = "\(microseconds / 1000)"
    let part = "\(1000 + microseconds % 1000)".dropFirst()
    return String(repeating: " ", count: max(0, 5 - whole.count)) + "\(whole).\(part)"
  }

  private func text(of event: RaceEvent) -> String {
    switch event.content {
    case .invoked(let call): text(of: call)
    case .returned(_, let answer): "└ \(text(of: answer))"
    case .fault(let text): "fault: \(text)"
    case .balance(let balance):
      "at the end: posted \(balance.posted)" + (balance.held.map { ", held \($0)" } ?? "")
    case .entry(let entry): "its ledger: \(entry.amount) under \(entry.key.text)"
    case .row(let row): text(of: row)
    }
  }

  private func text(of call: RaceCall) -> String {
    var text = "┌ \(call.word.rawValue)"
    if call.amount > 0 { text += " \(call.amount)" }
    if let subject = call.subject { text += " of \(subject.text)" }
    if call.isFinal { text += " final" }
    if call.word != .balance { text += " (\(call.key.text))" }
    return text
  }

  private func text(of answer: RaceAnswer) -> String {
    switch answer {
    case .applied(let effect):
      var text = effect.duplicate ? "done before" : "done"
      if effect.amount > 0 { text += " \(effect.amount)" }
      if effect.version > 0 { text += ", row \(effect.version)" }
      if let posted = effect.posted { text += ", posted \(posted)" }
      return text
    case .refused(let refusal):
      let available = refusal.available.map { ", \($0) left" } ?? ""
      return "\(refusal.code)\(available)"
    case .unknown: return "nobody knows"
    }
  }

  private func text(of row: RaceRow) -> String {
    """
    row \(row.version), \(row.event): posted \(row.postedAfter), held \(row.heldAfter)
    """
  }
}

extension RaceEvent {
  fileprivate var client: Int32? {
    switch content {
    case .invoked(let call): call.client
    case .returned(let id, _): id.client
    case .fault, .balance, .entry, .row: nil
    }
  }
}
