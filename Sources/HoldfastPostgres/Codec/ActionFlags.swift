internal import Holdfast

/// What the first byte of an action tells, by action. Each is spent once for ever.
struct ActionFlags: OptionSet {
  let rawValue: UInt8

  /// Of all that have details.
  static let occurredAt = ActionFlags(rawValue: 1 << 7)

  // Credit.
  static let expiresAt = ActionFlags(rawValue: 1 << 0)
  static let effectiveAt = ActionFlags(rawValue: 1 << 1)
  static let priority = ActionFlags(rawValue: 1 << 2)
  static let isPromotional = ActionFlags(rawValue: 1 << 3)
  static let costBasis = ActionFlags(rawValue: 1 << 4)
  static let otherKind = ActionFlags(rawValue: 1 << 5)

  // Reserve.
  static let minimum = ActionFlags(rawValue: 1 << 0)
  static let grace = ActionFlags(rawValue: 1 << 1)
  static let keepsToBalance = ActionFlags(rawValue: 1 << 2)
  static let counts = ActionFlags(rawValue: 1 << 3)
  static let allowsZero = ActionFlags(rawValue: 1 << 4)
  /// Two bits.
  static let onLapse: UInt8 = 5

  // Settle.
  static let final = ActionFlags(rawValue: 1 << 0)
  static let chargesLate = ActionFlags(rawValue: 1 << 1)
  static let coupled = ActionFlags(rawValue: 1 << 2)
  /// Two bits, in a debit too.
  static let overage: UInt8 = 3

  // Extend.
  static let fromNow = ActionFlags(rawValue: 1 << 0)

  // Reverse and reverseUsage.
  static let amount = ActionFlags(rawValue: 1 << 0)

  // UpdateLot.
  static let neverExpires = ActionFlags(rawValue: 1 << 0)
  static let newExpiry = ActionFlags(rawValue: 1 << 1)
  static let newPriority = ActionFlags(rawValue: 1 << 2)

  mutating func insert(_ flag: ActionFlags, if isSet: Bool) {
    if isSet { insert(flag) }
  }

  /// The two bits from `bit` on.
  func choice(at bit: UInt8) -> UInt8 { rawValue >> bit & 0b11 }

  static func choice(_ code: UInt8, at bit: UInt8) -> ActionFlags {
    ActionFlags(rawValue: code << bit)
  }
}

extension ActionFrame {
  /// What a command that draws usually asked for: what the row drew.
  var drawn: Amount { Amount(0 &- delta.posted.value) }

  /// What a credit usually asked for: what the row posted or scheduled.
  var granted: Amount { Amount(delta.posted.value &+ delta.scheduled.value) }
}
