extension StatisticsPeriod {
  /// Checks what can be checked without counting buckets.
  package func validate() throws(LedgerError) {
    try Validation.instant(from, "from")
    try Validation.instant(to, "to")
    guard from <= to else { throw Validation.invalid("to", "must not be before from") }
    if let (field, reason) = Window.invalidTimeZone(timeZone) {
      throw LedgerError(.invalidArgument, reason, field: field)
    }
  }

  /// The refusal of a period that has so many buckets, with that number and the limit.
  static func tooManyBuckets(_ count: Int64) -> LedgerError {
    var error = Validation.invalid(
      "granularity", "divides the period into \(count) buckets, more than \(mostBuckets)")
    error.required = Amount(count)
    error.limit = Amount(mostBuckets)
    return error
  }
}

extension StatisticsQuery {
  /// - Parameter grouping: checks what it is grouped by.
  package func validate(
    _ grouping: (Grouping) throws(LedgerError) -> Void = { _ throws(LedgerError) in }
  ) throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    if let account { try Validation.identifier(account, "account") }
    try period.validate()
    if let chosen = self.grouping { try grouping(chosen) }
    try Validation.top(top)
  }
}

extension StatisticsQuery<ConsumptionGrouping> {
  package func validate() throws(LedgerError) {
    try validate { grouping throws(LedgerError) in
      guard case .metadata(let name) = grouping else { return }
      try Validation.text(ByteText(name), "groupBy")
      guard !name.isEmpty else { throw Validation.invalid("groupBy", "must name the metadata") }
    }
  }
}

extension UsageQuery {
  package func validate() throws(LedgerError) {
    if let item { try Validation.identifier(item, "item") }
    if let account { try Validation.identifier(account, "account") }
    try period.validate()
    try Validation.top(top)
  }
}

extension HeldPeaksQuery {
  package func validate() throws(LedgerError) {
    try Validation.identifier(unit, "unit")
    if let account { try Validation.identifier(account, "account") }
    try period.validate()
  }
}

extension Validation {
  fileprivate static func top(_ top: Int?) throws(LedgerError) {
    if let top { try range(top, 1...1000, "top") }
  }
}
