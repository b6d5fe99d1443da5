/// Counts usage of an item against its limits.
///
/// A refusal is an answer and not an error, except in a group.
public struct RecordUsage: Hashable, Sendable {
  public var item: ItemName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  public var details: Details

  public init(item: ItemName, amount: Amount = 1, details: Details = .none) {
    self.item = item
    self.amount = amount
    self.details = details
  }
}

/// Takes usage back out of the window it was recorded in, and gives back what it charged.
public struct ReverseUsage: Hashable, Sendable {
  public var record: UsageRecordID
  /// 1 … what is left of the record; `nil` for all of that.
  public var amount: Amount?

  public init(record: UsageRecordID, amount: Amount? = nil) {
    self.record = record
    self.amount = amount
  }
}
