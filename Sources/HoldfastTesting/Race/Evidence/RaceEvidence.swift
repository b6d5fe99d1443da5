internal import Holdfast

/// What shows a finding: as few calls as still show it, in the order of time.
package struct RaceEvidence: Sendable {
  package let finding: RaceFinding
  /// The header of the reduced history. What an account began with stands for what was left out.
  package let header: RaceHeader
  /// The reduced history, with the rows of the journal that matter.
  package let events: [RaceEvent]

  /// The reduced history as the text of a file; `holdfast check --history` finds the same in it.
  package var text: [UInt8] {
    var bytes: [UInt8] = []
    header.json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    for event in events { event.write(into: &bytes) }
    return bytes
  }

  /// A small table of what happened over time, a column for each client.
  package var lines: [String] { Interleaving(events, header).lines }
}

extension HistoryChecker {
  /// Reduces a history to what shows a finding.
  ///
  /// It reads the history again and keeps the calls on the finding's balance in memory.
  ///
  /// - Parameter paths: The files that the finding was made in.
  /// - Returns: `nil` for what is wrong with a ledger by itself: no call shows it.
  package func evidence(
    of finding: RaceFinding, from paths: [String]
  ) throws(HistoryError) -> RaceEvidence? {
    let history = try RaceHistory(paths: paths)
    if history.header.target == .adapter {
      return try AdapterEvidence(finding, history, self).reduced()
    }
    guard !finding.calls.isEmpty || !finding.rows.isEmpty else { return nil }
    return try journalEvidence(of: finding, history)
  }

  /// The calls that the finding names, and those behind the rows that it names.
  private func journalEvidence(
    of finding: RaceFinding, _ history: RaceHistory
  ) throws(HistoryError) -> RaceEvidence {
    var keys = Set(finding.calls.map(\.call.key))
    for stamped in finding.rows {
      if case .call(let key, _, _, _) = stamped.row.cause { keys.insert(key) }
    }
    var events = finding.rows.map { RaceEvent(at: .min, .row($0.row)) }
    var ids: Set<RaceCall.ID> = []
    while let event = try history.next() {
      switch event.content {
      case .invoked(let call) where keys.contains(call.key):
        ids.insert(call.id)
        events.append(event)
      case .returned(let id, _) where ids.contains(id): events.append(event)
      default: break
      }
    }
    let start = events.first { $0.at > .min }?.at ?? 0
    for index in events.indices where events[index].at == .min { events[index].at = start }
    return RaceEvidence(finding: finding, header: history.header, events: events)
  }
}
