internal import Holdfast

/// Limits as they were when something was counted.
extension MeterAudit {
  /// The limits and the overage of a revision; `nil` when there is no such revision.
  func terms(of revision: Revision) -> (limits: [UsageLimit], overage: UsageOverage)? {
    guard revision.definition >= 1, Int(revision.definition) <= definitions.count,
      revision.override >= 0, Int(revision.override) <= overrides.count
    else { return nil }
    let definition = definitions[Int(revision.definition) - 1]
    let own = revision.override == 0 ? nil : overrides[Int(revision.override) - 1]
    return (own ?? definition.limits, definition.overage)
  }

  /// The window of the limit in which the instant lies; `nil` when it cannot be told.
  static func bounds(of limit: UsageLimit, at instant: Instant) -> WindowBounds? {
    guard limit.window.invalidField() == nil else { return nil }
    return WindowCalendar().bounds(of: limit.window, containing: instant)
  }

  /// What was counted in the limit's window before a row.
  private mutating func used(of limit: UsageLimit, _ row: JournalRow) -> Int128 {
    if let tally = tallies[limit], tally.bounds.contains(row.instant) { return tally.used }
    guard let bounds = MeterAudit.bounds(of: limit, at: row.instant) else {
      note(.usage, row, "the window of a limit cannot be told")
      return 0
    }
    let tally = WindowTally(bounds: bounds, used: counted(within: bounds))
    tallies[limit] = tally
    return tally.used
  }

  /// The sum of the records in the window, less what was taken back of them.
  func counted(within bounds: WindowBounds) -> Int128 {
    var sum: Int128 = 0
    for version in order.reversed() {
      guard let record = records[version] else { continue }
      if let start = bounds.start, record.instant < start { break }
      if bounds.contains(record.instant) { sum += record.amount - record.reversed }
    }
    return sum
  }

  /// What a row counts above the limits, whether that was allowed, and what it cost.
  mutating func check(
    _ amount: Int128, _ usage: UsageRow, _ terms: (limits: [UsageLimit], overage: UsageOverage),
    _ row: JournalRow
  ) {
    var above: Int128 = 0
    let counting = terms.limits.filter { $0.measures == .count }
    for limit in counting {
      let total = used(of: limit, row) + amount
      above = max(above, total - limit.maximum.wide)
      if terms.overage == .block, total > limit.maximum.wide {
        note(.usage, row, "\(total) are used with it, the limit is \(limit.maximum)")
      }
    }
    var cost: Int128 = 0
    if case .charge(let price) = terms.overage {
      if counting.isEmpty { above = lifetime }
      let overflow = min(amount, above)
      cost = Self.price(of: overflow, price)
      if let cap = price.cap, overflow > 0, above > cap.wide {
        note(.usage, row, "\(above) are above the limit, the cap is \(cap)")
      }
    }
    if usage.overflow.wide != min(amount, above) {
      note(.usage, row, "\(usage.overflow) overflow, the limits leave \(min(amount, above))")
    }
    if usage.charged.wide != cost {
      note(.usage, row, "it cost \(usage.charged), the price makes \(cost)")
    }
  }

  /// `pieces × amount / per`, rounded up.
  static func price(of pieces: Int128, _ price: UsagePrice) -> Int128 {
    guard pieces > 0, price.per.value > 0 else { return 0 }
    let (quotient, rest) = (pieces &* price.amount.wide).quotientAndRemainder(
      dividingBy: price.per.wide)
    return rest == 0 ? quotient : quotient + 1
  }
}
