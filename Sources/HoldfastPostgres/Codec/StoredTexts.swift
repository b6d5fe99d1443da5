internal import Holdfast

/// What the caller wrote, from its columns.
struct StoredTexts: Sendable {
  let description: String?
  let reference: Reference?
  let metadata: JSONValue?

  init(_ stored: StoredRow, _ reader: ByteReader) throws(CorruptRow) {
    description = stored.description
    switch (stored.referenceType, stored.referenceID) {
    case (let type?, let id?): reference = Reference(type: type, id: id)
    case (nil, nil): reference = nil
    default: throw reader.corrupt("a reference's type and id")
    }
    guard let text = stored.metadata else {
      metadata = nil
      return
    }
    guard let value = try? JSONValue.parse(text.utf8) else { throw reader.corrupt("metadata") }
    metadata = value
  }

  func details(occurredAt: Instant? = nil) -> Details {
    Details(
      description: description, reference: reference, metadata: metadata, occurredAt: occurredAt)
  }
}

extension Command.Action {
  /// What stands in the description column of a command that has no details.
  var reason: ByteText? {
    switch self {
    case .release(let action): action.reason
    case .reverse(let action): action.reason
    default: nil
    }
  }
}
