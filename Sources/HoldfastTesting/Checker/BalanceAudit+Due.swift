internal import Holdfast

/// What was due has happened, in its order and at its instant.
extension BalanceAudit {
  /// Takes note of what lies ahead, or no longer does.
  mutating func move(_ old: DuePlace?, to new: DuePlace?) {
    guard old != new else { return }
    if let old { due.remove(old) }
    if let new, !reportedDue.contains(new.thing) { due.insert(new) }
  }

  /// It was late once, and is not reported again.
  private mutating func noteReported(_ thing: DueThing) {
    reportedDue.insert(thing)
    let place =
      thing.kind == .lapse
      ? holds[thing.version].map { DuePlace($0) } : lots[thing.version].flatMap { DuePlace($0) }
    if let place, place.thing == thing { due.remove(place) }
  }

  /// Before what a caller caused, all is written that was due; what time did comes in its order.
  mutating func checkDue(_ row: JournalRow) {
    let moment = moment(of: row)
    guard let kind = row.dueKind else {
      // What a lapse elsewhere gave back can stand before what is due here at the same instant.
      requireNothingDue(by: moment, strictly: row.cause == nil) { audit, thing in
        audit.note(.time, row, "\(thing) stands not before it")
      }
      return
    }
    guard let first = due.first?.thing else {
      note(.time, row, "nothing was due")
      return
    }
    let own = DueThing(instant: moment, kind: kind, version: row.subject)
    if first != own {
      note(.time, row, "it is \(own); \(first) comes first")
      noteReported(first.instant <= moment ? first : own)
    }
  }

  /// After the last row of the account nothing may be left that was due by then.
  mutating func checkNothingDue(by last: Instant) {
    requireNothingDue(by: last, strictly: false) { audit, thing in
      audit.findings.add(
        .time, "\(audit.place): \(thing) is not written, the account is at \(last.microseconds)")
    }
  }

  private mutating func requireNothingDue(
    by moment: Instant, strictly: Bool, _ found: (inout BalanceAudit, DueThing) -> Void
  ) {
    while let first = due.first?.thing,
      strictly ? first.instant < moment : first.instant <= moment
    {
      found(&self, first)
      noteReported(first)
    }
  }
}

extension JournalRow {
  /// What became due with it, unless a command caused it or it follows from another row.
  fileprivate var dueKind: DueThing.Kind? {
    guard cause == nil else { return nil }
    switch event {
    case .expiry: return .expiry
    case .lapse, .settlement: return .lapse
    case .activation: return .activation
    default: return nil
    }
  }
}
