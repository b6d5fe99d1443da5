internal import Holdfast

/// What is stored of usage is what the rows make.
extension MeterAudit {
  private mutating func note(_ text: String) {
    findings.add(.usage, "\(place), version \(contents.version): \(text)")
  }

  /// - Parameter spent: what a reservation settled and still holds.
  mutating func checkStored(spent: (Position) -> Int128?) {
    if contents.lifetime.wide != lifetime {
      note("\(contents.lifetime) are stored as used, the rows sum to \(lifetime)")
    }
    for version in Set(records.keys).union(contents.records.keys).sorted() {
      guard let audited = records[version], let stored = contents.records[version] else {
        note("record \(version) is \(records[version] == nil ? "not in the rows" : "missing")")
        continue
      }
      compare(stored, audited, spent: audited.hold.flatMap(spent) ?? 0)
    }
    checkCounters(spent)
  }

  private mutating func compare(
    _ stored: UsageRecord, _ audited: AuditedRecord, spent: Int128
  ) {
    let figures = [
      ("amount", stored.amount.wide, audited.amount),
      ("reversed", stored.reversed.wide, audited.reversed),
      ("overflow", stored.overflow.wide, audited.overflow),
      ("spent", stored.spent.wide, spent),
      (
        "instant", Int128(stored.instant.microseconds), Int128(audited.instant.microseconds)
      ),
    ]
    for (name, stored, own) in figures where stored != own {
      note("\(name) of record \(audited.version) is \(stored), its rows make \(own)")
    }
    if stored.price != audited.price || stored.charge != audited.charge
      || stored.hold != audited.hold || stored.version != audited.version
    {
      note("record \(audited.version) has another price, charge or reservation than its rows")
    }
  }

  private mutating func checkCounters(_ spent: (Position) -> Int128?) {
    guard let revision = contents.revision else {
      if !contents.counters.isEmpty { note("counters are stored for no revision") }
      return
    }
    guard let terms = terms(of: revision) else {
      note("counters are stored for revision \(revision.definition), which is not there")
      return
    }
    if contents.counters.map(\.limit) != terms.limits {
      note("counters are stored for other limits than those of their revision")
    }
    for counter in contents.counters { check(counter, spent) }
  }

  private mutating func check(_ counter: UsageCounter, _ spent: (Position) -> Int128?) {
    let bounds = WindowBounds(start: counter.start, end: counter.end)
    if let anchor = counter.start ?? order.last.flatMap({ records[$0]?.instant }),
      MeterAudit.bounds(of: counter.limit, at: anchor) != bounds
    {
      note("a counter has a window that its limit does not have")
    }
    if let end = counter.end, let last = order.last.flatMap({ records[$0]?.instant }), last >= end {
      note("a counter ends at \(end.microseconds), later something was counted")
    }
    let audited: Int128
    switch counter.limit.measures {
    case .count: audited = counted(within: bounds)
    case .spent(let unit):
      audited = records.values.filter { bounds.contains($0.instant) }.reduce(0) { sum, record in
        guard let hold = record.hold, hold.stream == .balance(unit) else { return sum }
        return sum + (spent(hold) ?? 0)
      }
    }
    if counter.used.wide != audited {
      note(
        "a counter has \(counter.used) of \(counter.limit.maximum), its records sum to \(audited)")
    }
  }
}
