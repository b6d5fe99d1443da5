package import Holdfast

/// What a day left behind, read from the store.
package struct DemoFigures: Sendable {
  /// The posted changes of all ledgers, by what they are.
  package var flows: [Flow: Total] = [:]
  /// The sum of what all balances say is posted, and held.
  package var posted: Amount = 0
  package var held: Amount = 0
  package var scheduled: Amount = 0
  package var reservations: [ReservationOutcome: ReservationTotal] = [:]
  /// By calls, the busiest first.
  package var balances: [BalanceLine] = []
  /// The last entries of one ledger, newest first.
  package var ledger: Ledger?
  /// What images above the limit earned, by account, the highest first.
  package var overages: [Overage] = []
  package var audit = DemoAudit()

  /// Why credit came, went or moved.
  package enum Flow: Hashable, Sendable {
    case credit(EntryKind)
    case debit
    case settlement
    case usage
    /// Charges given back.
    case reversal
    /// Credits taken back.
    case creditReversal
    case expiry
    case void
    case transferOut
    case transferIn
  }

  package struct Total: Hashable, Sendable {
    package var entries = 0
    package var amount: Amount = 0
  }

  /// Where a reservation came to.
  package enum ReservationOutcome: Hashable, Sendable, CaseIterable {
    case settled
    case released
    /// Its time was over, and nothing of it had been settled.
    case expired
    /// Its time was over after a part of it had been settled.
    case expiredInPart
    /// What was reported was charged when its time was over.
    case chargedAtLapse
    /// Its time was over, and it was charged afterwards.
    case late
    case open
  }

  package struct ReservationTotal: Hashable, Sendable {
    package var count = 0
    /// All that was ever held.
    package var held: Amount = 0
    package var charged: Amount = 0
    package var shortfall: Amount = 0
  }

  package struct BalanceLine: Hashable, Sendable {
    package var account: AccountName
    package var plan: DemoAccount.Plan?
    package var calls: Int
    package var balance: Balance
    /// The least that was ever posted.
    package var lowest: Amount
  }

  package struct Ledger: Hashable, Sendable {
    package var account: AccountName
    package var plan: DemoAccount.Plan?
    package var entries: [LedgerEntry]
  }

  package struct Overage: Hashable, Sendable {
    package var account: AccountName
    package var charges: Int
    package var amount: Amount
  }

  /// The sum of all flows.
  package var sum: Amount { flows.values.reduce(0) { $0 + $1.amount } }

  /// Whether what came in, less what went, is what is left.
  package var addsUp: Bool { sum == posted }

  /// Whether the day may be shown: it adds up, and the audit found nothing.
  package var isSound: Bool { addsUp && audit.violations.isEmpty }
}
