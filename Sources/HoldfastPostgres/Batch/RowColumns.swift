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
