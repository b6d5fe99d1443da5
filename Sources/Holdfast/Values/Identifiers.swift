/// A name chosen by the caller: 1–255 bytes of UTF-8 without control characters, compared by bytes.
///
/// Nothing is trimmed, folded or normalised. Any text makes an identifier; one that breaks the rule
/// is refused as `invalid_argument`, naming the field, when a command or a read uses it.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral, Codable
{
  /// The name as it was given.
  var text: ByteText { get }
  /// The name that this text is; checked when it is used.
  init(text: ByteText)
}

extension Identifier {
  /// The name that this string is, byte for byte.
  public init(_ string: String) {
    self.init(text: ByteText(string))
  }

  /// The name that this literal is, byte for byte.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }

  /// The name as a string; comparing that one is not a comparison of bytes.
  public var string: String { text.string }
  public var description: String { text.string }

  public static func < (left: Self, right: Self) -> Bool {
    left.text < right.text
  }
}

/// One application in one environment, such as `acme/production`. Nothing crosses a tenant.
public struct TenantName: Identifier {
  /// The name as it was given.
  public let text: ByteText
  /// The name that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }
}

/// The end user, team or organisation that owns balances.
public struct AccountName: Identifier {
  /// The name as it was given.
  public let text: ByteText
  /// The name that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }
}

/// What a balance counts, such as `credits`, `tokens` or `usd_micros`.
public struct UnitName: Identifier {
  /// The name as it was given.
  public let text: ByteText
  /// The name that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }
}

/// Something counted against limits, such as `generation` or `image`.
public struct ItemName: Identifier {
  /// The name as it was given.
  public let text: ByteText
  /// The name that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }
}

/// An idempotency key. Within (tenant, account, command) a key has at most one effect, for ever.
public struct IdempotencyKey: Identifier {
  /// The key as it was given.
  public let text: ByteText
  /// The key that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }
}

/// What a credit or debit is called in the ledger, such as `grant`, `topup` or `refund`.
public struct EntryKind: Identifier {
  /// The kind as it was given.
  public let text: ByteText
  /// The kind that this text is; checked when it is used.
  public init(text: ByteText) { self.text = text }

  /// Of a credit that names no kind of its own.
  public static let grant: EntryKind = "grant"
  /// Of a debit that names no kind of its own.
  public static let debit: EntryKind = "debit"
  /// What a settlement charged.
  public static let settlement: EntryKind = "settlement"
  /// What usage above a limit cost.
  public static let usage: EntryKind = "usage"
  /// What lapsed with a lot.
  public static let expiry: EntryKind = "expiry"
  /// What lapsed with a voided lot.
  public static let void: EntryKind = "void"
  /// What a reversal gave back or took back.
  public static let reversal: EntryKind = "reversal"
  /// Either side of a transfer.
  public static let transfer: EntryKind = "transfer"

  /// The kinds that only the ledger itself may write.
  static let reserved: [EntryKind] = [.settlement, .usage, .expiry, .void, .reversal, .transfer]
}
