/// What a caller says about a command besides its figures. It is reported and decides nothing.
public struct Details: Hashable, Sendable {
  /// At most 1,024 bytes without NUL.
  public var description: ByteText?
  /// A (type, id) of the caller's; need not be unique.
  public var reference: Reference?
  /// A JSON object of at most 8 KiB encoded and 16 levels.
  public var metadata: JSONValue?
  /// When it happened in the caller's world. Only debit, settle and recordUsage take it.
  public var occurredAt: Instant?

  public init(
    description: String? = nil, reference: Reference? = nil, metadata: JSONValue? = nil,
    occurredAt: Instant? = nil
  ) {
    self.description = description.map(ByteText.init)
    self.reference = reference
    self.metadata = metadata
    self.occurredAt = occurredAt
  }

  public static let none = Details()

  /// The most bytes a description or a reason may have.
  static let maximumTextBytes = 1024
  /// The most bytes metadata may have in its canonical encoding.
  static let maximumMetadataBytes = 8192
  /// The most levels of objects and arrays metadata may have.
  static let maximumMetadataDepth = 16
}

/// A thing in the caller's system, such as (`job`, `7`).
public struct Reference: Hashable, Sendable {
  /// 1–255 bytes of UTF-8 without control characters.
  public var type: ByteText
  /// 1–255 bytes of UTF-8 without control characters.
  public var id: ByteText

  public init(type: String, id: String) {
    self.type = ByteText(type)
    self.id = ByteText(id)
  }
}
