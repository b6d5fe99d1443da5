/// An id that tells where the thing it names was opened. It needs no generator and no look-up table.
///
/// The text is opaque: a prefix, then the account's internal id, the stream and the version. Any text
/// makes an id; one that does not decode, or belongs to another account or tenant, is not found.
public protocol PositionID: Hashable, Sendable, CustomStringConvertible, Codable {
  /// What the text begins with, such as `res_`.
  static var prefix: String { get }
  /// The position that it names, or the text that names none.
  var name: PositionName { get }
  /// The id of a decoded position, or of a text that is none.
  init(name: PositionName)
}

/// A decoded position, or the text that is none.
public struct PositionName: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case position(Position)
    case undecodable(ByteText)
  }

  let content: Content
}

extension PositionID {
  /// The id that this text names.
  public init(_ text: String) {
    if let position = Position(text: text, prefix: Self.prefix) {
      self.init(name: PositionName(content: .position(position)))
    } else {
      self.init(name: PositionName(content: .undecodable(ByteText(text))))
    }
  }

  package init(_ position: Position) {
    self.init(name: PositionName(content: .position(position)))
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// `nil` when the text was no position.
  package var position: Position? {
    if case .position(let position) = name.content { position } else { nil }
  }

  public var description: String {
    switch name.content {
    case .position(let position): position.text(prefix: Self.prefix)
    case .undecodable(let text): text.string
    }
  }
}

/// Names a row of a balance's journal.
public struct EntryID: PositionID {
  public static let prefix = "ent_"
  /// The position that it names.
  public let name: PositionName
  /// The id of a decoded position.
  public init(name: PositionName) { self.name = name }
}

/// Names a reservation.
public struct ReservationID: PositionID {
  public static let prefix = "res_"
  /// The position that it names.
  public let name: PositionName
  /// The id of a decoded position.
  public init(name: PositionName) { self.name = name }
}

/// Names a lot.
public struct LotID: PositionID {
  public static let prefix = "lot_"
  /// The position that it names.
  public let name: PositionName
  /// The id of a decoded position.
  public init(name: PositionName) { self.name = name }
}

/// Names a record of counted usage.
public struct UsageRecordID: PositionID {
  public static let prefix = "use_"
  /// The position that it names.
  public let name: PositionName
  /// The id of a decoded position.
  public init(name: PositionName) { self.name = name }
}
