import Holdfast

/// Names the parts in which two values differ.
struct RowComparison {
  private(set) var differences: [String] = []

  init(_ left: JournalRow, _ right: JournalRow) {
    note("version", left.version, right.version)
    note("instant", left.instant, right.instant)
    note("dueAt", left.dueAt, right.dueAt)
    note("event", left.event, right.event)
    note("delta", left.delta, right.delta)
    note("after", left.after, right.after)
    note("subject", left.subject, right.subject)
    note("counterpart", left.counterpart, right.counterpart)
    note("draws", left.draws, right.draws)
    note("hold", left.hold, right.hold)
    note("lot.terms", left.lot?.terms, right.lot?.terms)
    note("lot.opened", left.lot?.opened, right.lot?.opened)
    note("usage.delta", left.usage?.delta, right.usage?.delta)
    note("usage.lifetimeAfter", left.usage?.lifetimeAfter, right.usage?.lifetimeAfter)
    note("usage.hold", left.usage?.hold, right.usage?.hold)
    note("usage.overflow", left.usage?.overflow, right.usage?.overflow)
    note("usage.charged", left.usage?.charged, right.usage?.charged)
    note("isAnswer", left.isAnswer, right.isAnswer)
    note("remark", left.remark, right.remark)
    note("settlement", left.settlement, right.settlement)
    note("revision", left.revision, right.revision)
    note("rules", left.rules, right.rules)
    note("cause", left.cause == nil, right.cause == nil)
    note("command", left.cause?.command, right.cause?.command)
    note("key", left.cause?.key, right.cause?.key)
    note("identity", left.cause?.identity, right.cause?.identity)
    note("fingerprint", left.cause?.fingerprint, right.cause?.fingerprint)
    note("accountID", left.cause?.accountID, right.cause?.accountID)
    note("group", left.cause?.group, right.cause?.group)
    note("unlocated", left.cause?.unlocated, right.cause?.unlocated)
  }

  private mutating func note<Value: Equatable>(_ name: String, _ left: Value, _ right: Value) {
    if left != right { differences.append("\(name): \(left) became \(right)") }
  }
}
