/// The counters of the windows that are open now.
extension AccountState {
  /// The meter of the item, with its counters moved to the windows that contain `now`.
  mutating func refreshedMeter(
    _ item: ItemRevision, at now: Instant, _ setting: Setting
  ) -> Int {
    let name = item.definition.item
    let meter = makeMeter(of: name)
    let overrides = overrides[name] ?? []
    let revision = Revision(definition: item.number, override: Int32(overrides.count))
    if meters[meter].revision != revision {
      let limits = overrides.last?.limits ?? item.definition.limits
      let counters = limits.map { countedAfresh($0, meter, at: now, setting.calendar) }
      setCounters(meter, counters, revision)
    } else if meters[meter].counters.contains(where: { !$0.contains(now) }) {
      let counters = meters[meter].counters.map { counter in
        counter.contains(now) ? counter : emptyCounter(counter.limit, at: now, setting.calendar)
      }
      setCounters(meter, counters, revision)
    }
    return meter
  }

  mutating func refreshMeters(countedWith hold: Hold, at now: Instant, _ setting: Setting) {
    for position in hold.counts {
      guard case .usage(let item) = position.stream, let item = setting.definitions.item(item)
      else { continue }
      _ = refreshedMeter(item, at: now, setting)
    }
  }

  private func emptyCounter(
    _ limit: UsageLimit, at instant: Instant, _ calendar: WindowCalendar
  ) -> UsageCounter {
    let bounds = calendar.bounds(of: limit.window, containing: instant)
    return UsageCounter(limit: limit, start: bounds.start, end: bounds.end, used: 0)
  }

  /// A limit that is new here counts what was recorded in its window before.
  private func countedAfresh(
    _ limit: UsageLimit, _ meter: Int, at instant: Instant, _ calendar: WindowCalendar
  ) -> UsageCounter {
    var counter = emptyCounter(limit, at: instant, calendar)
    for record in meters[meter].records.values where counter.contains(record.instant) {
      switch limit.measures {
      case .count: counter.used += record.amount - record.reversed
      case .spent(let unit): counter.used += record.spent(in: unit)
      }
    }
    return counter
  }

  /// Whether `amount` more of the unit, held now and counted in the window of now, is within every
  /// limit on what is spent.
  func checkSpent(
    _ amount: Amount, of unit: UnitName, _ meters: [Int], _ setting: Setting
  ) throws(LedgerError) {
    for meter in meters {
      for counter in self.meters[meter].counters {
        try checkSpent(amount, of: unit, counter, self.meters[meter].item, setting)
      }
    }
  }

  /// The same for an increase: in the windows in which the hold was counted.
  func checkSpent(
    _ amount: Amount, of unit: UnitName, countedWith hold: Hold, _ setting: Setting
  ) throws(LedgerError) {
    for position in hold.counts {
      guard case .usage(let item) = position.stream, let meter = meter(of: item),
        let record = meters[meter].records[position.version]
      else { continue }
      for counter in meters[meter].counters where counter.limit.measures == .spent(unit) {
        let counted =
          counter.contains(record.instant)
          ? counter : countedAfresh(counter.limit, meter, at: record.instant, setting.calendar)
        try checkSpent(amount, of: unit, counted, item, setting)
      }
    }
  }

  private func checkSpent(
    _ amount: Amount, of unit: UnitName, _ counter: UsageCounter, _ item: ItemName,
    _ setting: Setting
  ) throws(LedgerError) {
    guard counter.limit.measures == .spent(unit),
      counter.used + amount > counter.limit.maximum,
      setting.definitions.item(item)?.definition.overage != .allow
    else { return }
    var error = LedgerError(.limitExceeded, "a limit on what is spent does not allow it")
    error.limit = counter.limit.maximum
    error.used = counter.used
    error.available = counter.remaining
    error.required = amount
    error.resetsAt = counter.end
    throw error
  }

  /// Brings what the hold settled and still holds to the records counted with it.
  mutating func noteSpent(of hold: Hold) {
    for position in hold.counts {
      guard case .usage(let item) = position.stream, let meter = meter(of: item),
        var record = meters[meter].records[position.version]
      else { continue }
      let change = hold.settled + hold.remaining - record.spent
      guard change != 0 else { continue }
      record.spent += change
      setRecord(meter, record)
      var counters = meters[meter].counters
      for index in counters.indices
      where counters[index].limit.measures == record.spentMeasure
        && counters[index].contains(record.instant)
      {
        counters[index].used += change
      }
      setCounters(meter, counters, meters[meter].revision ?? .none)
    }
  }
}

extension UsageMeter {
  /// The limit that answers show: of the count limits, or else of the others, the one with least
  /// remaining, of equals the first.
  var shown: UsageCounter? {
    let counts = counters.filter { $0.limit.measures == .count }
    return (counts.isEmpty ? counters : counts).min { $0.remaining < $1.remaining }
  }
}

extension UsageRecord {
  fileprivate var spentMeasure: UsageLimit.Measure? {
    guard case .balance(let unit) = hold?.stream else { return nil }
    return .spent(unit)
  }

  fileprivate func spent(in unit: UnitName) -> Amount {
    spentMeasure == .spent(unit) ? spent : 0
  }
}
