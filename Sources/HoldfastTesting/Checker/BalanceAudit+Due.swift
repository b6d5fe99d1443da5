internal import Holdfast

/// Something that happens at an instant whether or not anybody looks.
struct DueThing: Hashable, CustomStringConvertible {
  let instant: Instant
  let kind: Kind
  /// Of the row that opened the lot or the reservation.
  let version: Int64

  /// In the order in which they are accounted for at one instant.
  enum Kind: Int {
    case expiry, lapse, activation
  }

  var description: String {
    "the \(kind) of version \(version), due at \(instant.microseconds)"
  }
}

/// What was due has happened, in its order and at its instant.
extension BalanceAudit {
  func dueThing(of lot: AuditedLot) -> DueThing? {
    guard lot.remaining != 0, !lot.isVoided else { return nil }
    if lot.isScheduled {
      return DueThing(
        instant: lot.terms.effectiveAt, kind: .activation, version: lot.version)
    }
    guard let end = lot.terms.expiresAt, lot.unpinned != 0 else { return nil }
    return DueThing(instant: end, kind: .expiry, version: lot.version)
  }

  /// Everything that lies ahead or is late, looked for in all lots and open reservations.
  private func firstDue() -> DueThing? {
    var first: DueThing?
    let things =
      liveLots.compactMap { lots[$0].flatMap(dueThing(of:)) }
      + openHolds.compactMap { holds[$0] }.map {
        DueThing(instant: $0.lapseDue, kind: .lapse, version: $0.version)
      }
    for thing in things where !reportedDue.contains(thing) {
      guard let best = first else {
        first = thing
        continue
      }
      if isBefore(thing, best) { first = thing }
    }
    return first
  }

  private func isBefore(_ left: DueThing, _ right: DueThing) -> Bool {
    if left.instant != right.instant { return left.instant < right.instant }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.kind == .expiry, let one = lots[left.version], let other = lots[right.version] {
      return one.burnsBefore(other)
    }
    return left.version < right.version
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
    guard let first = firstDue() else {
      note(.time, row, "nothing was due")
      return
    }
    let own = DueThing(instant: moment, kind: kind, version: row.subject)
    if first != own {
      note(.time, row, "it is \(own); \(first) comes first")
      reportedDue.insert(first.instant <= moment ? first : own)
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
    guard dueBound <= moment else { return }
    while let first = firstDue(), strictly ? first.instant < moment : first.instant <= moment {
      found(&self, first)
      reportedDue.insert(first)
    }
    dueBound = firstDue()?.instant ?? Instant(microseconds: .max)
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
