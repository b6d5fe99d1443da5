internal import Holdfast

/// What usage and balances have to do with each other.
extension AccountAudit {
  func hold(_ position: Position) -> AuditedHold? {
    guard position.account == contents.id, case .balance(let unit) = position.stream else {
      return nil
    }
    return balances[unit]?.holds[position.version]
  }

  mutating func checkUsage() {
    for (item, meter) in meters {
      for record in meter.records.values {
        checkHold(of: record, item)
        checkCharge(of: record, item)
      }
      var audited = meter
      audited.checkStored { position in
        hold(position).map { $0.settled + $0.remaining }
      }
      meters[item] = audited
    }
    for (unit, balance) in balances {
      for hold in balance.holds.values {
        for position in hold.counts where record(position)?.hold != balance.position(hold.version) {
          findings.add(
            .usage,
            "\(place), unit \(unit), version \(hold.version): a record counted with it is missing")
        }
      }
    }
  }

  private func record(_ position: Position) -> AuditedRecord? {
    guard position.account == contents.id, case .usage(let item) = position.stream else {
      return nil
    }
    return meters[item]?.records[position.version]
  }

  /// What was counted with a reservation is taken back when that ends before anything was settled.
  private mutating func checkHold(of record: AuditedRecord, _ item: ItemName) {
    guard let position = record.hold else { return }
    let place = "\(place), item \(item), version \(record.version)"
    guard let hold = hold(position) else {
      findings.add(.usage, "\(place): it was counted with a reservation that is not there")
      return
    }
    let isUndone =
      (hold.status == .released || hold.status == .expired) && hold.settled == 0
    if isUndone, record.reversed != record.amount {
      findings.add(
        .usage,
        """
        \(place): \(record.reversed) of \(record.amount) were taken back, nothing of reservation \
        \(hold.version) was settled
        """)
    }
    let own = Position(account: contents.id, stream: .usage(item), version: record.version)
    if !hold.counts.contains(own) {
      findings.add(.usage, "\(place): reservation \(hold.version) does not count it")
    }
  }

  /// The charge of a record is what it cost; what came back of it is the difference in price.
  private mutating func checkCharge(of record: AuditedRecord, _ item: ItemName) {
    guard let position = record.charge else { return }
    let place = "\(place), item \(item), version \(record.version)"
    guard position.account == contents.id, case .balance(let unit) = position.stream,
      let balance = balances[unit], let row = balance.row(position.version),
      row.event == .usageCharge
    else {
      findings.add(.usage, "\(place): its charge is not there")
      return
    }
    if -row.delta.posted.wide != record.charged {
      findings.add(
        .usage, "\(place): it cost \(record.charged), its charge is \(-row.delta.posted.wide)")
    }
    let own = Position(account: contents.id, stream: .usage(item), version: record.version)
    if row.counterpart.position != own {
      findings.add(.usage, "\(place): its charge is another record's")
    }
    guard let price = record.price else { return }
    let kept = MeterAudit.price(of: max(0, record.overflow - record.reversed), price)
    let returned = balance.reversed[position.version] ?? 0
    let byReverse = balance.reversedByCommand[position.version] ?? 0
    let mayBeLess = record.isTakenBackByTime && balance.hasStoodAtBound
    if (returned < record.charged - kept && !mayBeLess)
      || returned - byReverse != record.credited
    {
      findings.add(
        .usage,
        """
        \(place): \(record.charged - kept) come back of its charge, \(record.credited) did, of \
        \(returned) in all
        """)
    }
  }
}
