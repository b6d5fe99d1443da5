public struct CreditResult: Hashable, Sendable {
  public var entryId: EntryID
  /// The new lot; of scheduled credit the lot it becomes.
  public var lotId: LotID
  public var balanceAfter: Amount
}

public struct DebitResult: Hashable, Sendable {
  public var entryId: EntryID
  public var requestedAmount: Amount
  public var settledAmount: Amount
  /// `requestedAmount − settledAmount`.
  public var shortfallAmount: Amount
  public var balanceAfter: Amount
}

public struct TransferResult: Hashable, Sendable {
  /// The entry of the account that gave.
  public var entryId: EntryID
  /// The entry of the account that received.
  public var toEntryId: EntryID
  /// Of the account that gave.
  public var balanceAfter: Amount
}

public struct ReverseResult: Hashable, Sendable {
  public var entryId: EntryID
  /// What was undone, what lapsed at once included.
  public var reversedAmount: Amount
  /// The part of `reversedAmount` that came back to a lapsed lot.
  public var lapsedAmount: Amount
  /// Of a credit: what is spent, pinned or lapsed already. It does not count as reversed.
  public var unrecoverableAmount: Amount
  public var balanceAfter: Amount
}

public struct OverdraftLimitResult: Hashable, Sendable {
  public var overdraftLimit: Amount
}

public struct LotResult: Hashable, Sendable {
  public var lotId: LotID
  /// What lapsed by this command; 0 unless something did.
  public var voidedAmount: Amount
}
