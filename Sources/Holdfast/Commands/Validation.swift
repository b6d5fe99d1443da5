/// The rules that input keeps whatever the state. Each refusal is `invalid_argument` with the field.
package enum Validation {
  package static func identifier(_ name: some Identifier, _ field: String) throws(LedgerError) {
    try identifier(name.text, field)
  }

  /// 1–255 bytes of UTF-8 without control characters (C0, DEL and C1).
  package static func identifier(_ text: ByteText, _ field: String) throws(LedgerError) {
    var string = text.string
    let isValid = string.withUTF8 { bytes in
      guard (1...255).contains(bytes.count) else { return false }
      var previous: UInt8 = 0
      for byte in bytes {
        if byte < 0x20 || byte == 0x7f { return false }
        if previous == 0xc2 && byte < 0xa0 { return false }
        previous = byte
      }
      return true
    }
    guard isValid else {
      throw invalid(field, "must be 1 to 255 bytes of UTF-8 without control characters")
    }
  }

  package static func amount(
    _ amount: Amount, _ field: String, zeroAllowed: Bool = false
  ) throws(LedgerError) {
    guard amount.value >= (zeroAllowed ? 0 : 1), amount <= .maximum else {
      throw invalid(field, "must be an integer from \(zeroAllowed ? 0 : 1) to 9007199254740991")
    }
  }

  package static func range(
    _ value: Int, _ range: ClosedRange<Int>, _ field: String
  ) throws(LedgerError) {
    guard range.contains(value) else {
      throw invalid(field, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  package static func instant(_ instant: Instant?, _ field: String) throws(LedgerError) {
    guard let instant else { return }
    guard instant >= .earliest, instant <= .latest else {
      throw invalid(field, "must be an instant of the years 1 to 9999")
    }
  }

  package static func text(_ text: ByteText?, _ field: String) throws(LedgerError) {
    guard let text else { return }
    guard text.string.utf8.count <= Details.maximumTextBytes else {
      throw invalid(field, "must be at most \(Details.maximumTextBytes) bytes")
    }
    guard !text.string.utf8.contains(0) else {
      throw invalid(field, "must not contain NUL")
    }
  }

  static func kind(_ kind: EntryKind) throws(LedgerError) {
    try identifier(kind, "kind")
    guard !EntryKind.reserved.contains(kind) else {
      throw invalid("kind", "is one that only the ledger itself writes")
    }
  }

  static func details(
    _ details: Details, takesOccurredAt: Bool = false
  ) throws(LedgerError) {
    try text(details.description, "description")
    if let reference = details.reference {
      try identifier(reference.type, "reference.type")
      try identifier(reference.id, "reference.id")
    }
    if let metadata = details.metadata { try self.metadata(metadata) }
    guard takesOccurredAt || details.occurredAt == nil else {
      throw invalid("occurredAt", "is taken by debit, settle and recordUsage only")
    }
    try instant(details.occurredAt, "occurredAt")
  }

  private static func metadata(_ metadata: JSONValue) throws(LedgerError) {
    guard case .object = metadata else {
      throw invalid("metadata", "must be a JSON object")
    }
    guard metadata.isWithin(depth: Details.maximumMetadataDepth) else {
      throw invalid("metadata", "must be at most \(Details.maximumMetadataDepth) levels deep")
    }
    guard !metadata.containsNUL else {
      throw invalid("metadata", "must not contain NUL")
    }
    guard metadata.isFinite else {
      throw invalid("metadata", "must not contain a number that JSON cannot write")
    }
    guard metadata.canonicalText.utf8.count <= Details.maximumMetadataBytes else {
      throw invalid("metadata", "must be at most \(Details.maximumMetadataBytes) bytes encoded")
    }
  }

  package static func invalid(_ field: String, _ sentence: String) -> LedgerError {
    LedgerError(.invalidArgument, "\(field) \(sentence)", field: field)
  }
}

extension JSONValue {
  /// Whether arrays and objects nest at most `depth` levels.
  fileprivate func isWithin(depth: Int) -> Bool {
    switch self {
    case .array(let values):
      depth > 0 && values.allSatisfy { $0.isWithin(depth: depth - 1) }
    case .object(let object):
      depth > 0 && object.allSatisfy { $0.value.isWithin(depth: depth - 1) }
    case .null, .bool, .integer, .unsigned, .number, .string:
      true
    }
  }

  fileprivate var containsNUL: Bool {
    switch self {
    case .string(let string): string.utf8.contains(0)
    case .array(let values): values.contains { $0.containsNUL }
    case .object(let object):
      object.contains { $0.name.utf8.contains(0) || $0.value.containsNUL }
    case .null, .bool, .integer, .unsigned, .number: false
    }
  }

  /// Whether all numbers in it are ones that JSON can write.
  package var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .array(let values): values.allSatisfy(\.isFinite)
    case .object(let object): object.allSatisfy { $0.value.isFinite }
    case .null, .bool, .integer, .unsigned, .string: true
    }
  }
}
