/// What a check of a tenant found.
public struct CheckReport: Hashable, Sendable {
  /// Accounts that were looked at.
  public internal(set) var accounts = 0
  /// Journal rows that were looked at, of balances and of usage.
  public internal(set) var rows = 0
  /// At most as many as the checker lists, in the order found.
  public internal(set) var violations: [Violation] = []
  /// Violations found beyond those listed.
  public internal(set) var unlisted = 0
  /// Groups of which some member has no row. A release or report that had nothing to do leaves
  /// none, so this is a violation only where no member can have been one.
  public internal(set) var groupsWithSilentMembers = 0

  public init() {}

  /// Whether nothing was found.
  public var isSound: Bool { violations.isEmpty }
}

/// How far a check has come.
public struct CheckProgress: Hashable, Sendable {
  /// Accounts done so far.
  public let accounts: Int
  /// Their journal rows.
  public let rows: Int
  /// The violations found in them.
  public let violations: Int
}
