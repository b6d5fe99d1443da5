import HoldfastTesting
import Testing

@testable import Holdfast

/// A tenant in which everything happened that can happen: what the canaries break.
///
/// - `ada` has lots of all terms, holds of all ends, reversals, groups;
/// - `bob` lives on an overdraft and receives transfers;
/// - `cleo` uses items with limits, prices and reservations.
struct RichLedger {
  static let tenant: TenantName = "acme/production"

  let clock = SimulatedClock()
  let store: InMemoryStore
  private var keys = 0

  init() {
    store = InMemoryStore(clock: clock.storeClock)
  }

  /// The content after the whole script.
  static func contents() async throws -> LedgerContents {
    try await LedgerContents(of: tenant, in: played().store)
  }

  /// The ledger after the whole script.
  static func played() async throws -> RichLedger {
    var ledger = RichLedger()
    try await ledger.define()
    try await ledger.playAda()
    try await ledger.playBob()
    try await ledger.playCleo()
    try await ledger.playGroups()
    return ledger
  }

  // MARK: Doing

  @discardableResult
  mutating func run(_ account: AccountName, _ action: Command.Action) async throws -> CommandResult
  {
    keys += 1
    return try await store.submit(
      Command(
        tenant: RichLedger.tenant, account: account, key: IdempotencyKey("key-\(keys)"),
        action: action))
  }

  mutating func credit(_ account: AccountName, _ credit: Credit) async throws -> CreditResult {
    guard case .credit(let result) = try await run(account, .credit(credit)).outcome else {
      throw Unexpected()
    }
    return result
  }

  mutating func debit(_ account: AccountName, _ debit: Debit) async throws -> EntryID {
    guard case .debit(let result) = try await run(account, .debit(debit)).outcome else {
      throw Unexpected()
    }
    return result.entryId
  }

  mutating func reserve(
    _ account: AccountName, _ reserve: Reserve
  ) async throws -> ReservationReference {
    guard case .reservation(let result) = try await run(account, .reserve(reserve)).outcome else {
      throw Unexpected()
    }
    return .id(result.reservationId)
  }

  mutating func settle(_ account: AccountName, _ settle: Settle) async throws -> EntryID {
    guard case .settle(let result) = try await run(account, .settle(settle)).outcome else {
      throw Unexpected()
    }
    return result.entryId
  }

  mutating func use(
    _ account: AccountName, _ item: ItemName, _ amount: Amount
  ) async throws -> UsageRecordID {
    let result = try await run(account, .recordUsage(RecordUsage(item: item, amount: amount)))
    guard case .recordUsage(let answer) = result.outcome, let id = answer.recordId else {
      throw Unexpected()
    }
    return id
  }

  func now(plus seconds: Int64) -> Instant { clock.now.advanced(bySeconds: seconds) }

  /// An answer that the script did not expect.
  struct Unexpected: Error {}
}
