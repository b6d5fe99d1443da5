internal import Holdfast

/// Reading what was written of a stream.
extension ArchiveLine {
  /// The parts of a line that a reader needs; `nil` of types that it passes over.
  enum Part {
    case stream(Int16, after: Int64, Digest)
    case row(StoredRow)
    case checkpoint(version: Int64, Digest)
  }

  static func part(_ text: String) throws(CorruptRow) -> Part? {
    var fields = try StoredFields(StoredFields.parse(text, .journal), .journal)
    switch try fields.needString("type") {
    case "row": return .row(try row(&fields))
    case "stream":
      guard let number = Int16(exactly: try fields.needInteger("stream")) else {
        throw fields.corrupt("the number of a stream")
      }
      return .stream(
        number, after: try fields.needInteger("after"), try digest(&fields, "digest"))
    case "checkpoint":
      return .checkpoint(
        version: try fields.needInteger("version"), try digest(&fields, "digest"))
    case "account", "holdfast-archive": return nil
    default: throw fields.corrupt("a type of line")
    }
  }

  /// The account that a line names; `nil` when it is no such line.
  static func account(_ text: String) throws(CorruptRow) -> AccountID? {
    guard text.hasPrefix(#"{"type":"account","#) else { return nil }
    var fields = try StoredFields(StoredFields.parse(text, .journal), .journal)
    return AccountID(digest: try digest(&fields, "account"))
  }

  private static func digest(
    _ fields: inout StoredFields, _ name: String
  ) throws(CorruptRow) -> Digest {
    let text = try fields.needString(name)
    guard text.utf8.count == 32, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.dropFirst(16), radix: 16)
    else { throw fields.corrupt("\(name) as 32 hexadecimal digits") }
    return Digest(first: first, second: second)
  }

  private static func row(_ fields: inout StoredFields) throws(CorruptRow) -> StoredRow {
    let name = try fields.needString("event")
    let event = JournalRow.Event.allCases.first { "\($0)" == name }
    guard let event else { throw fields.corrupt("an event") }
    let metadata: String?
    switch fields.take("metadata") {
    case nil: metadata = nil
    case .string(let text)?: metadata = text
    case let value?: metadata = value.text
    }
    guard let body = Base64URL.decode((try fields.needString("body")).utf8) else {
      throw fields.corrupt("body in base64url")
    }
    let row = StoredRow(
      version: try fields.needInteger("version"), at: try fields.needInstant("at"),
      event: Int16(event.rawValue), postedDelta: try fields.needInteger("postedDelta"),
      heldDelta: try fields.needInteger("heldDelta"),
      postedAfter: try fields.needInteger("postedAfter"),
      heldAfter: try fields.needInteger("heldAfter"), subject: try fields.integer("subject"),
      identity: try identity(&fields), key: try fields.string("key"),
      description: try fields.string("description"),
      referenceType: try fields.string("referenceType"),
      referenceID: try fields.string("referenceId"), metadata: metadata, body: body)
    _ = fields.take("type")
    try fields.end()
    return row
  }

  private static func identity(_ fields: inout StoredFields) throws(CorruptRow) -> Digest? {
    guard let text = try fields.string("identity") else { return nil }
    guard text.utf8.count == 32, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.dropFirst(16), radix: 16)
    else { throw fields.corrupt("identity as 32 hexadecimal digits") }
    return Digest(first: first, second: second)
  }
}
