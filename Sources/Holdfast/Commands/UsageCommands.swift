/// Counts usage of an item against its limits.
///
/// A refusal is an answer and not an error, except in a group.
///
/// Refused as `usage_item_not_found`, `limit_exceeded`, `insufficient_balance` or `amount_overflow`;
/// the answer carries the second and the third.
public struct RecordUsage: Hashable, Sendable {
  /// An item that the tenant defines.
  public var item: ItemName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  /// What is reported with the record.
  public var details: Details

  /// One piece, unless said otherwise.
  public init(item: ItemName, amount: Amount = 1, details: Details = .none) {
    self.item = item
    self.amount = amount
    self.details = details
  }
}

/// Takes usage back out of the window it was recorded in, and gives back what it charged.
///
/// Refused as `usage_record_not_found` or `reversal_exceeds_entry`.
public struct ReverseUsage: Hashable, Sendable {
  /// The record that `recordUsage` answered.
  public var record: UsageRecordID
  /// 1 … what is left of the record; `nil` for all of that.
  public var amount: Amount?

  /// Takes back all that is left of the record, unless an amount is given.
  public init(record: UsageRecordID, amount: Amount? = nil) {
    self.record = record
    self.amount = amount
  }
}
