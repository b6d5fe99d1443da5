/// What a credit did.
public struct CreditResult: Hashable, Sendable {
  /// The entry, by which the credit can be reversed.
  public var entryId: EntryID
  /// The new lot; of scheduled credit the lot it becomes.
  public var lotId: LotID
  /// Posted after it; unchanged by scheduled credit.
  public var balanceAfter: Amount
}

/// What a debit did.
public struct DebitResult: Hashable, Sendable {
  /// The entry, by which the debit can be reversed.
  public var entryId: EntryID
  /// What was asked for.
  public var requestedAmount: Amount
  /// What was drawn; less than asked for only under `drawAvailable`.
  public var settledAmount: Amount
  /// `requestedAmount − settledAmount`.
  public var shortfallAmount: Amount
  /// Posted after it.
  public var balanceAfter: Amount
}

/// What a transfer did.
public struct TransferResult: Hashable, Sendable {
  /// The entry of the account that gave.
  public var entryId: EntryID
  /// The entry of the account that received.
  public var toEntryId: EntryID
  /// Of the account that gave.
  public var balanceAfter: Amount
}

/// What a reversal did.
public struct ReverseResult: Hashable, Sendable {
  /// The reversal's own entry.
  public var entryId: EntryID
  /// What was undone, what lapsed at once included.
  public var reversedAmount: Amount
  /// The part of `reversedAmount` that came back to a lapsed lot.
  public var lapsedAmount: Amount
  /// Of a credit: what is spent, pinned or lapsed already. It does not count as reversed.
  public var unrecoverableAmount: Amount
  /// Posted after all of it, what lapsed at once included.
  public var balanceAfter: Amount
}

/// The limit that was set.
public struct OverdraftLimitResult: Hashable, Sendable {
  /// The limit now in force.
  public var overdraftLimit: Amount
}

/// What was done to a lot.
public struct LotResult: Hashable, Sendable {
  /// The lot that was voided or changed.
  public var lotId: LotID
  /// What lapsed by this command; 0 unless something did.
  public var voidedAmount: Amount
}
