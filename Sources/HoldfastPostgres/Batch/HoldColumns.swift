internal import Holdfast

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
