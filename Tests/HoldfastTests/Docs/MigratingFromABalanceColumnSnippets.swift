import Holdfast
import Synchronization
import Testing

@Suite struct MigratingFromABalanceColumnSnippets {
  /// The old column, as the database of the application would have it.
  final class Customers: Sendable {
    private let balances: Mutex<[AccountName: Amount]>
    private let mirrored = Mutex<[AccountName: Amount]>([:])
    private let versions = Mutex<[AccountName: Int64]>([:])

    init(_ balances: [AccountName: Amount]) {
      self.balances = Mutex(balances)
    }

    func freeze(_ account: AccountName) async throws -> Amount {
      balances.withLock { $0[account] ?? 0 }
    }

    func names() async throws -> [AccountName] {
      balances.withLock { $0.keys.sorted() }
    }

    func setMirror(_ account: AccountName, to amount: Amount, version: Int64) async throws {
      guard versions.withLock({ $0[account, default: 0] }) < version else { return }
      versions.withLock { $0[account] = version }
      mirrored.withLock { $0[account] = amount }
    }

    func mirror(of account: AccountName) -> Amount? { mirrored.withLock { $0[account] } }
  }

  // snippet: first touch
  struct Wallet {
    let ledger: Ledger
    let customers: Customers

    /// A customer's credits. The old balance is in them, whoever comes first.
    func credits(of customer: AccountName) async throws -> BalanceHandle {
      let credits = ledger.account(customer)["credits"]
      _ = try await carryOver(customer, to: credits)
      return credits
    }

    /// - Returns: Whether it had been done before.
    func carryOver(_ customer: AccountName, to credits: BalanceHandle) async throws -> Bool {
      let old = try await customers.freeze(customer)
      guard old > 0 else { return true }
      return try await credits.credit(old, key: "legacy-balance", kind: "migration").duplicate
    }
  }
  // end

  @Test func `a reward before the backfill leaves 201 of 200 and 1, after each step`() async throws
  {
    let customers = Customers(["ada": 200, "bob": 0, "eve": 70])
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production")
    let wallet = Wallet(ledger: ledger, customers: customers)

    // snippet: reward
    let reward = try await wallet.credits(of: "ada").credit(1, key: "reward-9")
    // reward.available is 201
    // end
    #expect(reward.available == 201)

    for expected in [1, 0] {
      // snippet: backfill
      var moved = 0
      for customer in try await customers.names() {
        let credits = ledger.account(customer)["credits"]
        let wasDone = try await wallet.carryOver(customer, to: credits)
        if !wasDone { moved += 1 }
      }
      // The second time moved is 0.
      // end
      #expect(moved == expected)
      #expect(try await ledger.account("ada")["credits"].available() == 201)
      #expect(try await ledger.account("eve")["credits"].available() == 70)
    }

    var saved: String?
    // snippet: mirror
    for try await page in ledger.changePages(after: saved) {
      for change in page.changes where change.unit == "credits" && change.postedDelta != 0 {
        try await customers.setMirror(
          change.account, to: change.postedAfter, version: change.version)
      }
      saved = page.cursor
    }
    // end
    #expect(saved != nil)
    #expect(customers.mirror(of: "ada") == 201)
    #expect(customers.mirror(of: "eve") == 70)
  }

  @Test func `an old balance that was written after it moved is noticed`() async throws {
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production")
    _ = try await Wallet(ledger: ledger, customers: Customers(["ada": 200])).credits(of: "ada")
    let written = Wallet(ledger: ledger, customers: Customers(["ada": 210]))
    let error = await #expect(throws: LedgerError.self) {
      try await written.credits(of: "ada")
    }
    #expect(error?.code == .idempotencyKeyReused)
  }
}
