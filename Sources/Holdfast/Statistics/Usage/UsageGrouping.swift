/// What recorded usage can be grouped by.
public enum UsageGrouping: Hashable, Sendable {
  /// The item.
  case item
  /// The account.
  case account
}
