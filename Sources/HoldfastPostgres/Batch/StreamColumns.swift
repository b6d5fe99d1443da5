internal import Holdfast

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
