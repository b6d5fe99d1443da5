/// A name chosen by the caller: 1–255 bytes of UTF-8 without control characters, compared by bytes.
///
/// Nothing is trimmed, folded or normalised. Any text makes an identifier; one that breaks the rule
/// is refused as `invalid_argument`, naming the field, when a command or a read uses it.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral, Codable
{
  var text: ByteText { get }
  init(text: ByteText)
}

extension Identifier {
  public init(_ string: String) {
    self.init(text: ByteText(string))
  }

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

  public var string: String { text.string }
  public var description: String { text.string }

  public static func < (left: Self, right: Self) -> Bool {
    left.text < right.text
  }
}

/// One application in one environment, such as `acme/production`. Nothing crosses a tenant.
public struct TenantName: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }
}

/// The end user, team or organisation that owns balances.
public struct AccountName: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }
}

/// What a balance counts, such as `credits`, `tokens` or `usd_micros`.
public struct UnitName: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }
}

/// Something counted against limits, such as `generation` or `image`.
public struct ItemName: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }
}

/// An idempotency key. Within (tenant, account, command) a key has at most one effect, for ever.
public struct IdempotencyKey: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }
}

/// What a credit or debit is called in the ledger, such as `grant`, `topup` or `refund`.
public struct EntryKind: Identifier {
  public let text: ByteText
  public init(text: ByteText) { self.text = text }

  public static let grant: EntryKind = "grant"
  public static let debit: EntryKind = "debit"
  public static let settlement: EntryKind = "settlement"
  public static let usage: EntryKind = "usage"
  public static let expiry: EntryKind = "expiry"
  public static let void: EntryKind = "void"
  public static let reversal: EntryKind = "reversal"
  public static let transfer: EntryKind = "transfer"

  /// The kinds that only the ledger itself may write.
  static let reserved: [EntryKind] = [.settlement, .usage, .expiry, .void, .reversal, .transfer]
}
