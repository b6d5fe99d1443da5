/// What a caller says about a command besides its figures. It is reported and decides nothing.
public struct Details: Hashable, Sendable {
  /// `nil` when nothing is said, as in most commands.
  private let content: Content?

  /// At most 1,024 bytes without NUL.
  public var description: ByteText? { content?.description }
  /// A (type, id) of the caller's; need not be unique.
  public var reference: Reference? { content?.reference }
  /// A JSON object of at most 8 KiB encoded and 16 levels.
  public var metadata: JSONValue? { content?.metadata }
  /// When it happened in the caller's world. Only debit, settle and recordUsage take it.
  public var occurredAt: Instant? { content?.occurredAt }

  /// Whatever of it is given; the limits are checked when a command carries it.
  public init(
    description: String? = nil, reference: Reference? = nil, metadata: JSONValue? = nil,
    occurredAt: Instant? = nil
  ) {
    let isEmpty = description == nil && reference == nil && metadata == nil && occurredAt == nil
    content =
      isEmpty
      ? nil
      : Content(
        description: description.map(ByteText.init), reference: reference, metadata: metadata,
        occurredAt: occurredAt)
  }

  /// Shared by all copies, so that passing details on costs one reference.
  private final class Content: Sendable {
    let description: ByteText?
    let reference: Reference?
    let metadata: JSONValue?
    let occurredAt: Instant?

    init(
      description: ByteText?, reference: Reference?, metadata: JSONValue?, occurredAt: Instant?
    ) {
      self.description = description
      self.reference = reference
      self.metadata = metadata
      self.occurredAt = occurredAt
    }
  }

  public static func == (left: Details, right: Details) -> Bool {
    left.content === right.content
      || (left.description == right.description && left.reference == right.reference
        && left.metadata == right.metadata && left.occurredAt == right.occurredAt)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
    hasher.combine(reference)
    hasher.combine(metadata)
    hasher.combine(occurredAt)
  }

  /// Nothing said.
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

  /// A reference; both parts are checked when a command carries it.
  public init(type: String, id: String) {
    self.type = ByteText(type)
    self.id = ByteText(id)
  }
}
