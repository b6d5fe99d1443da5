internal import Holdfast

/// One line of an archive file: a JSON object, whose `type` comes first.
enum ArchiveLine {
  /// The first of each file.
  case header(schema: String, before: Instant)
  /// Whose the lines behind it are.
  case account(slot: Int16, AccountID, AccountAddress)
  /// Which stream the rows behind it are of, and where they go on.
  case stream(Int16, StreamName, after: Int64, Digest)
  case row(StoredRow)
  /// The end of the rows of a stream.
  case checkpoint(StreamCheckpoint)

  static let format: Int64 = 1

  /// One text for one line, without its check and the line break.
  var text: String { json.text }

  private var json: JSONValue {
    switch self {
    case .header(let schema, let before):
      [
        "type": "holdfast-archive", "format": .integer(ArchiveLine.format),
        "schema": .string(schema), "before": .string(before.description),
      ]
    case .account(let slot, let id, let address):
      [
        "type": "account", "slot": .integer(Int64(slot)),
        "account": .string(id.digest.hexadecimal), "tenant": .string(address.tenant.string),
        "name": .string(address.account.string),
      ]
    case .stream(let number, let name, let after, let digest):
      ArchiveLine.json(of: number, name, after, digest)
    case .row(let row): row.archiveJSON
    case .checkpoint(let checkpoint): checkpoint.archiveJSON
    }
  }

  private static func json(
    of number: Int16, _ name: StreamName, _ after: Int64, _ digest: Digest
  ) -> JSONValue {
    let kind: (String, String) =
      switch name {
      case .balance(let unit): ("unit", unit.text.string)
      case .usage(let item): ("item", item.text.string)
      }
    return [
      "type": "stream", "stream": .integer(Int64(number)), kind.0: .string(kind.1),
      "after": .integer(after), "digest": .string(digest.hexadecimal),
    ]
  }

  /// The digest of a stream's rows up to one: of the digest before it and the row's line.
  static func chain(_ digest: Digest, _ text: String) -> Digest {
    Digest(of: Array((digest.hexadecimal + text).utf8), key: ArchiveLine.chainKey)
  }

  /// The same over all lines of a file. Its first word is written with each line.
  static func check(_ digest: Digest, _ text: String) -> Digest {
    Digest(of: Array((digest.hexadecimal + text).utf8), key: ArchiveLine.checkKey)
  }

  static let noDigest = Digest(first: 0, second: 0)
  private static let chainKey = HashKey(first: 0x6172_6368_6976_655f, second: 0x6368_6169_6e5f_5f5f)
  private static let checkKey = HashKey(first: 0x6172_6368_6976_655f, second: 0x6368_6563_6b5f_5f5f)
}

extension StoredRow {
  fileprivate var archiveJSON: JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", "row"), ("version", .integer(version)), ("at", .string(at.description)),
      ("event", .string(eventName)), ("postedDelta", .integer(postedDelta)),
      ("heldDelta", .integer(heldDelta)), ("postedAfter", .integer(postedAfter)),
      ("heldAfter", .integer(heldAfter)),
    ]
    if let subject { members.append(("subject", .integer(subject))) }
    if let identity { members.append(("identity", .string(identity.hexadecimal))) }
    let texts = [
      ("key", key), ("description", description), ("referenceType", referenceType),
      ("referenceId", referenceID),
    ]
    for (name, text) in texts { if let text { members.append((name, .string(text))) } }
    if let metadata { members.append(("metadata", StoredRow.json(metadata))) }
    members.append(("body", .string(Base64URL.encode(body))))
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  private var eventName: String {
    UInt8(exactly: event).flatMap { JournalRow.Event(rawValue: $0) }.map { "\($0)" } ?? "\(event)"
  }

  /// As an object where that gives the same text again, else as a text.
  private static func json(_ text: String) -> JSONValue {
    guard let value = try? JSONValue.parse(text.utf8), value.text == text else {
      return .string(text)
    }
    return value
  }
}

extension StreamCheckpoint {
  fileprivate var archiveJSON: JSONValue {
    let lots = lots.map { lot -> JSONValue in
      [
        "version": .integer(lot.version), "granted": .integer(lot.granted.value),
        "remaining": .integer(lot.remaining.value), "pinned": .integer(lot.pinned.value),
        "expiresAt": lot.terms.expiresAt.map { .string($0.description) } ?? .null,
      ]
    }
    let holds = holds.map { hold -> JSONValue in
      ["version": .integer(hold.version), "remaining": .integer(hold.remaining.value)]
    }
    return [
      "type": "checkpoint", "version": .integer(version), "at": .string(instant.description),
      "posted": .integer(figures.posted.value), "held": .integer(figures.held.value),
      "debt": .integer(figures.debt.value), "scheduled": .integer(figures.scheduled.value),
      "overdraftLimit": .integer(figures.overdraftLimit.value),
      "entries": .integer(entryCount), "lots": .array(lots), "holds": .array(holds),
      "digest": .string(digest.hexadecimal),
    ]
  }
}
