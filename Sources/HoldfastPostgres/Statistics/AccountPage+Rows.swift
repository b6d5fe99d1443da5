internal import Holdfast

/// Loading rows and records of the period, and what they act on.
extension AccountPage {
  /// The versions of the rows in the scope, of every stream that has any.
  mutating func ranges() throws(ReadFailure) -> [VersionRange] {
    var ranges: [VersionRange] = []
    for (index, account) in loader.accounts.enumerated() where !leftOut.contains(account.id) {
      for stream in account.streams where stream.version > 0 {
        guard let name = account.name(of: stream), scope.includes(name),
          stream.lastInstant >= scope.from || scope.hasRowBefore
        else { continue }
        ranges.append(
          VersionRange(
            account: index, id: account.id, stream: stream.number, name: name, before: nil,
            first: 1, last: stream.version))
      }
    }
    guard !ranges.isEmpty, !scope.isEverything else { return ranges }
    var parameters = parameters(ranges)
    parameters.remove(at: 3)
    parameters.append(.timestamptz(scope.from.microseconds))
    parameters.append(.timestamptz(scope.to.microseconds))
    let rows = try connection.ask([
      Statement(context.queries.statistics.versionsBefore, parameters)
    ])[0]
    var found: [Stream: (before: Int64, last: Int64)] = [:]
    for row in 0..<rows.rowCount {
      found[Stream(id: rows.accountID(row, 0), number: rows.int16(row, 1))] = (
        rows.int64(row, 2), rows.int64(row, 3)
      )
    }
    for index in ranges.indices {
      let stream = Stream(id: ranges[index].id, number: ranges[index].stream)
      guard let (before, last) = found[stream] else { throw .raced }
      ranges[index].before = scope.hasRowBefore && before > 0 ? before : nil
      ranges[index].first = before + 1
      ranges[index].last = last
    }
    return ranges.filter { $0.count > 0 || $0.before != nil }
  }

  private struct Stream: Hashable {
    let id: AccountID
    let number: Int16
  }

  mutating func loadRows(in ranges: [VersionRange]) throws(ReadFailure) {
    do {
      try loadBalanceRows(in: ranges.filter { !$0.isMeter })
      try loadRecords(in: ranges.filter(\.isMeter))
    } catch let failure as ReadFailure {
      throw failure
    } catch let corrupt as CorruptRow {
      throw .corrupt(corrupt)
    } catch {
      throw .raced
    }
  }

  private mutating func loadRecords(in ranges: [VersionRange]) throws {
    guard !ranges.isEmpty else { return }
    let rows = try connection.ask([
      Statement(context.queries.statistics.recordsInRanges, parameters(ranges))
    ])[0]
    try loader.takeRecords(rows, named: true)
    try AccountPage.load(loader.more(), &loader, connection)
  }

  private mutating func loadBalanceRows(in ranges: [VersionRange]) throws {
    guard !ranges.isEmpty else { return }
    let streams = Dictionary(
      ranges.map { (Stream(id: $0.id, number: $0.stream), $0) }, uniquingKeysWith: { $1 })
    var events = ColumnBuffer.int2(capacity: scope.events.count)
    for event in scope.events { events.append(int2: Int16(event.rawValue)) }
    let rows = try connection.ask([
      Statement(
        context.queries.statistics.rowsInRanges, parameters(ranges) + [events.parameter()])
    ])[0]
    var missing = try take(rows, of: streams)
    for range in ranges {
      guard let before = range.before else { continue }
      missing[Stream(id: range.id, number: range.stream), default: []].insert(before)
    }
    while !missing.isEmpty {
      var further: [Stream: Set<Int64>] = [:]
      for rows in try named(missing) {
        further.merge(try take(rows, of: streams)) { $0.union($1) }
      }
      missing = further
    }
  }

  /// Loads rows into their accounts. Answers which versions they act on that are not at hand.
  private mutating func take(
    _ rows: Rows, of streams: [Stream: VersionRange]
  ) throws -> [Stream: Set<Int64>] {
    var missing: [Stream: Set<Int64>] = [:]
    var balances: [Stream: Balance] = [:]
    for row in 0..<rows.rowCount {
      let stream = Stream(id: rows.accountID(row, 0), number: rows.int16(row, 1))
      guard let balance = balances[stream] ?? streams[stream].flatMap(balance) else {
        throw ReadFailure.raced
      }
      balances[stream] = balance
      let decoded = try StoredRow(atHand: rows, row).row(in: balance.place)
      // In place: a copy of the account would be a copy of all its rows.
      loader.accounts[balance.account].state?.load(decoded, inBalance: balance.index)
      guard scope.acting.contains(decoded.event), decoded.subject > 0,
        decoded.subject != decoded.version, !isAtHand(decoded.subject, balance)
      else { continue }
      missing[stream, default: []].insert(decoded.subject)
    }
    return missing
  }

  /// Where rows of a stream go.
  private struct Balance {
    let account: Int
    let index: Int
    let place: StreamPlace
  }

  private func balance(_ range: VersionRange) -> Balance? {
    guard case .balance(let unit) = range.name, let state = loader.accounts[range.account].state,
      let index = state.balance(of: unit)
    else { return nil }
    return Balance(
      account: range.account, index: index,
      place: StreamPlace(
        account: range.id, tenant: state.tenant, name: state.name, stream: range.name))
  }

  private func isAtHand(_ version: Int64, _ balance: Balance) -> Bool {
    loader.accounts[balance.account].state?.balances[balance.index].journal[version] != nil
  }

  /// Rows by version, and what is kept of those that were archived.
  private func named(_ versions: [Stream: Set<Int64>]) throws(ReadFailure) -> [Rows] {
    let keys = versions.flatMap { stream, versions in
      versions.map { RowKey(account: stream.id, stream: stream.number, version: $0) }
    }
    let parameters = Parameter.rows(keys, in: slot)
    var statements = [Statement(context.queries.loading.rowsByVersion, parameters)]
    if loader.isArchived {
      statements.append(Statement(context.queries.archive.rowsByVersion, parameters))
    }
    return try connection.ask(statements)
  }

  private func parameters(_ ranges: [VersionRange]) -> [Parameter] {
    var ids = ColumnBuffer.uuid(capacity: ranges.count)
    var streams = ColumnBuffer.int2(capacity: ranges.count)
    var firsts = ColumnBuffer.int8(capacity: ranges.count)
    var lasts = ColumnBuffer.int8(capacity: ranges.count)
    for range in ranges {
      ids.append(range.id.digest)
      streams.append(int2: range.stream)
      firsts.append(int8: range.first)
      lasts.append(int8: range.last)
    }
    return [
      .int2(slot), ids.parameter(), streams.parameter(), firsts.parameter(), lasts.parameter(),
    ]
  }
}
