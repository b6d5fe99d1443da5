internal import Holdfast

/// The columns of journal rows to be inserted.
struct RowColumns {
  private(set) var count = 0
  private var accounts = ColumnBuffer.uuid()
  private var streams = ColumnBuffer.int2()
  private var versions = ColumnBuffer.int8()
  private var instants = ColumnBuffer.timestamptz()
  private var events = ColumnBuffer.int2()
  private var postedDeltas = ColumnBuffer.int8()
  private var heldDeltas = ColumnBuffer.int8()
  private var postedAfters = ColumnBuffer.int8()
  private var heldAfters = ColumnBuffer.int8()
  private var subjects = ColumnBuffer.int8()
  private var identities = ColumnBuffer.uuid()
  private var keys = ColumnBuffer.text()
  private var descriptions = ColumnBuffer.text()
  private var referenceTypes = ColumnBuffer.text()
  private var referenceIDs = ColumnBuffer.text()
  private var metadata = ColumnBuffer.json()
  private var bodies = ColumnBuffer.bytea()

  mutating func append(_ row: StoredRow, of account: AccountID, _ stream: Int16) {
    count += 1
    accounts.append(account.digest)
    streams.append(int2: stream)
    versions.append(int8: row.version)
    instants.append(timestamptz: row.at.microseconds)
    events.append(int2: row.event)
    postedDeltas.append(int8: row.postedDelta)
    heldDeltas.append(int8: row.heldDelta)
    postedAfters.append(int8: row.postedAfter)
    heldAfters.append(int8: row.heldAfter)
    if let subject = row.subject { subjects.append(int8: subject) } else { subjects.appendNull() }
    if let identity = row.identity { identities.append(identity) } else { identities.appendNull() }
    keys.append(row.key)
    descriptions.append(row.description)
    referenceTypes.append(row.referenceType)
    referenceIDs.append(row.referenceID)
    if let text = row.metadata {
      metadata.append(jsonUTF8: Array(text.utf8))
    } else {
      metadata.appendNull()
    }
    bodies.append(bytea: row.body)
  }

  consuming func parameters(_ slot: Int16) -> [Parameter] {
    [
      .int2(slot), accounts.parameter(), streams.parameter(), versions.parameter(),
      instants.parameter(), events.parameter(), postedDeltas.parameter(), heldDeltas.parameter(),
      postedAfters.parameter(), heldAfters.parameter(), subjects.parameter(),
      identities.parameter(), keys.parameter(), descriptions.parameter(),
      referenceTypes.parameter(), referenceIDs.parameter(), metadata.parameter(),
      bodies.parameter(),
    ]
  }
}

/// The columns of open reservations to be inserted or changed.
struct HoldColumns {
  private(set) var count = 0
  private var accounts = ColumnBuffer.uuid()
  private var streams = ColumnBuffer.int2()
  private var versions = ColumnBuffer.int8()
  private var lapses = ColumnBuffer.timestamptz()
  private var remainders = ColumnBuffer.int8()
  private var bodies = ColumnBuffer.bytea()

  mutating func append(_ hold: Hold, _ key: RowKey, in place: StreamPlace) {
    count += 1
    accounts.append(key.account.digest)
    streams.append(int2: key.stream)
    versions.append(int8: key.version)
    lapses.append(timestamptz: hold.lapsesAt.microseconds)
    remainders.append(int8: hold.remaining.value)
    bodies.append(bytea: hold.body(in: place))
  }

  consuming func parameters(_ slot: Int16) -> [Parameter] {
    [
      .int2(slot), accounts.parameter(), streams.parameter(), versions.parameter(),
      lapses.parameter(), remainders.parameter(), bodies.parameter(),
    ]
  }
}

/// The columns of streams to be inserted or changed.
struct StreamColumns {
  private var accounts: ColumnBuffer
  private var numbers: ColumnBuffer
  private var counts: ColumnBuffer
  private var versions: ColumnBuffer
  private var instants: ColumnBuffer
  private var posted: ColumnBuffer
  private var held: ColumnBuffer
  private var debts: ColumnBuffer
  private var scheduled: ColumnBuffer
  private var limits: ColumnBuffer
  private var openHolds: ColumnBuffer
  private var entryCounts: ColumnBuffer
  private var dues: ColumnBuffer
  private var states: ColumnBuffer

  init(_ streams: [StreamChange]) {
    let capacity = streams.count
    accounts = .uuid(capacity: capacity)
    numbers = .int2(capacity: capacity)
    counts = .int2(capacity: capacity)
    versions = .int8(capacity: capacity)
    instants = .timestamptz(capacity: capacity)
    posted = .int8(capacity: capacity)
    held = .int8(capacity: capacity)
    debts = .int8(capacity: capacity)
    scheduled = .int8(capacity: capacity)
    limits = .int8(capacity: capacity)
    openHolds = .int4(capacity: capacity)
    entryCounts = .int8(capacity: capacity)
    dues = .timestamptz(capacity: capacity)
    states = .bytea(capacity: capacity)
    for stream in streams { append(stream) }
  }

  private mutating func append(_ stream: StreamChange) {
    accounts.append(stream.account.digest)
    numbers.append(int2: stream.number)
    counts.append(int2: stream.streamCount)
    versions.append(int8: stream.version)
    instants.append(timestamptz: stream.lastInstant.microseconds)
    posted.append(int8: stream.figures.posted.value)
    held.append(int8: stream.figures.held.value)
    debts.append(int8: stream.figures.debt.value)
    scheduled.append(int8: stream.figures.scheduled.value)
    limits.append(int8: stream.figures.overdraftLimit.value)
    openHolds.append(int4: stream.openHolds)
    entryCounts.append(int8: stream.entryCount)
    dues.append(stream.nextDue)
    states.append(bytea: stream.state)
  }

  consuming func parameters(_ slot: Int16) -> [Parameter] {
    [
      .int2(slot), accounts.parameter(), numbers.parameter(), counts.parameter(),
      versions.parameter(), instants.parameter(), posted.parameter(), held.parameter(),
      debts.parameter(), scheduled.parameter(), limits.parameter(), openHolds.parameter(),
      entryCounts.parameter(), dues.parameter(), states.parameter(),
    ]
  }

  /// With kind and name, which never change.
  consuming func parameters(_ slot: Int16, _ streams: [StreamChange]) -> [Parameter] {
    var kinds = ColumnBuffer.int2(capacity: streams.count)
    var names = ColumnBuffer.text(capacity: streams.count)
    for stream in streams {
      kinds.append(int2: stream.kind.rawValue)
      names.append(text: stream.name.string)
    }
    return parameters(slot) + [kinds.parameter(), names.parameter()]
  }
}
