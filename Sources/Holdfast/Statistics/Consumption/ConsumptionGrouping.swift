/// What entries can be grouped by.
///
/// What the ledger wrote by itself, such as an expiry or a reversal, carries description, item and
/// metadata of what it acts on.
public enum ConsumptionGrouping: Hashable, Sendable {
  /// The entry's kind.
  case kind
  /// The caller's description.
  case description
  /// The usage item of the charge, or the first that its hold counted.
  case item
  /// The account.
  case account
  /// The value under this name in the caller's metadata, 1–1,024 bytes. A text stands for itself,
  /// anything else for its JSON; null is no value.
  case metadata(String)
}
