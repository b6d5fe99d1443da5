internal import Holdfast

/// Checks one account: its balances and its usage, and what these have to do with each other.
struct AccountAudit {
  let contents: AccountContents
  let definitions: [ItemName: [UsageItemDefinition]]
  /// Enough to see what is wrong with one account without hiding what is wrong with the others.
  var findings = Findings(limit: 200)
  var balances: [UnitName: BalanceAudit] = [:]
  var meters: [ItemName: MeterAudit] = [:]

  var place: String { "account \(contents.name)" }

  var rows: Int {
    contents.balances.reduce(0) { $0 + $1.rows.count }
      + contents.meters.reduce(0) { $0 + $1.rows.count }
  }

  init(_ contents: AccountContents, definitions: [ItemName: [UsageItemDefinition]]) {
    self.contents = contents
    self.definitions = definitions
  }

  mutating func run() {
    for meter in contents.meters {
      var audit = MeterAudit(
        meter, of: contents, definitions: definitions[meter.item] ?? [])
      audit.run()
      if meters.updateValue(audit, forKey: meter.item) != nil {
        findings.add(.chain, "\(place), item \(meter.item): it is stored twice")
      }
    }
    let spending = spendingLimits()
    for balance in contents.balances {
      var audit = BalanceAudit(
        balance, of: contents, spending: spending[balance.unit] ?? SpendingLimits())
      audit.run()
      if balances.updateValue(audit, forKey: balance.unit) != nil {
        findings.add(.chain, "\(place), unit \(balance.unit): it is stored twice")
      }
    }
    checkTime()
    checkOpenReservations()
    checkUsage()
    checkEffects()
    for unit in balances.keys.sorted() {
      if let found = balances[unit]?.findings { findings.absorb(found) }
    }
    for item in meters.keys.sorted() {
      if let found = meters[item]?.findings { findings.absorb(found) }
    }
  }

  /// All streams of an account share one clock, and its last row fixes what must have happened.
  private mutating func checkTime() {
    let rows = (contents.balances.map(\.rows) + contents.meters.map(\.rows)).flatMap { $0 }
    let archived = contents.balances.compactMap(\.checkpoint?.instant)
    let last = (rows.map(\.instant) + archived).max()
    if contents.lastInstant != last {
      findings.add(
        .time,
        """
        \(place): its clock is at \(contents.lastInstant?.microseconds ?? 0), its last row at \
        \(last?.microseconds ?? 0)
        """)
    }
    guard let last else { return }
    for unit in balances.keys { balances[unit]?.checkNothingDue(by: last) }
  }

  private mutating func checkOpenReservations() {
    let open = balances.values.reduce(0) { $0 + $1.openHolds.count }
    if contents.openReservationCount != open {
      findings.add(
        .holds,
        "\(place): \(contents.openReservationCount) reservations are counted as open, \(open) are")
    }
  }

  /// The limits on what is spent, for each unit.
  private func spendingLimits() -> [UnitName: SpendingLimits] {
    var spending: [UnitName: SpendingLimits] = [:]
    for (item, meter) in meters {
      for version in meter.order {
        guard let record = meter.records[version], let hold = record.hold,
          case .balance(let unit) = hold.stream, let terms = meter.terms(of: record.revision)
        else { continue }
        spending[unit, default: SpendingLimits()].note(
          item, countedAt: record.instant, with: hold.version)
        guard terms.overage != .allow else { continue }
        for limit in terms.limits where limit.measures == .spent(unit) {
          guard let bounds = MeterAudit.bounds(of: limit, at: record.instant) else { continue }
          let isConstant = meter.definitions.count == 1 && meter.overrides.isEmpty
          spending[unit]?.add(
            SpendingLimits.Limit(
              item: item, bounds: bounds, maximum: limit.maximum, isConstant: isConstant),
            to: hold.version)
        }
      }
    }
    return spending
  }
}
