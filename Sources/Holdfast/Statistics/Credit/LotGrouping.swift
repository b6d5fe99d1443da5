/// What credit can be grouped by.
public enum LotGrouping: Hashable, Sendable {
  /// The account.
  case account
  /// The category of the lot, `paid` or `promotional`.
  case category
}
