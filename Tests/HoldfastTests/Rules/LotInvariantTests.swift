import Testing

@testable import Holdfast

/// I1, I3 and I7 beside every step, from what anybody can read.
@Suite struct LotInvariantTests {
  @Test(arguments: UInt64(1)...12)
  func `posted, held, lots and debt agree after every step`(seed: UInt64) async throws {
    var walk = LotWalk(seed: seed)
    for _ in 0..<250 {
      let step = await walk.next()
      for account in LotWalk.accounts {
        let reason = try await Self.violation(of: account, in: walk)
        #expect(reason == nil, "seed \(seed), \(step): \(account): \(reason ?? "")")
        if reason != nil { return }
      }
    }
  }

  @Test func `the walks go everywhere`() async {
    var outcomes: Set<String> = []
    for seed in UInt64(1)...12 {
      var walk = LotWalk(seed: seed)
      for _ in 0..<250 { _ = await walk.next() }
      outcomes.formUnion(walk.outcomes.keys)
    }
    #expect(
      outcomes == [
        "credit", "debit", "transfer", "reserve", "increase", "extend", "report", "settle",
        "release", "reverse", "setOverdraftLimit", "voidLot", "updateLot", "insufficient_balance",
        "overdraft_limit_exceeded", "reservation_closed", "reservation_expired",
        "reversal_exceeds_entry", "settlement_exceeds_reservation", "lot_not_found",
        "invalid_argument",
      ])
  }

  /// The first invariant that does not hold, with the figures; `nil` when all do.
  private static func violation(
    of account: AccountName, in walk: LotWalk
  ) async throws -> String? {
    let address = AccountAddress(tenant: "acme", account: account)
    let balance = try await walk.store.balance(of: "credits", address)
    let lots = try await walk.store.lots(of: "credits", address)
    let open = try await walk.store.openReservations(of: address)
    let ledger = try await walk.store.ledger(of: "credits", address, .cursor(nil, limit: 1000))
    let moved = ledger.entries.reduce(0 as Amount) { $0 + $1.delta }
    let remaining = lots.reduce(0 as Amount) { $0 + $1.remaining }
    let pinned = lots.reduce(0 as Amount) { $0 + $1.pinned }
    let held = open.reduce(0 as Amount) { $0 + $1.remainingReserved }
    let now = walk.clock.now
    if ledger.nextCursor != nil { return "the ledger has more than a page" }
    if balance.posted != moved { return "I1: posted \(balance.posted) is not Σ deltas \(moved)" }
    if balance.held != held { return "I3: held \(balance.held) is not Σ remaining \(held)" }
    if balance.posted != remaining - balance.debt {
      return "I7: posted \(balance.posted) is not Σ lots \(remaining) − debt \(balance.debt)"
    }
    if pinned > held { return "I7: pinned \(pinned) is more than held \(held)" }
    if balance.debt < 0 || balance.scheduled < 0 { return "below zero: \(balance)" }
    for lot in lots {
      if lot.pinned < 0 || lot.pinned > lot.remaining || lot.remaining > lot.amount {
        return "I7: \(lot)"
      }
      let free = lot.remaining - lot.pinned
      if balance.debt > 0, free > 0 { return "I7: debt \(balance.debt) beside \(lot)" }
      if let expiresAt = lot.expiresAt, expiresAt <= now, free > 0 {
        return "I7: an expired lot has an unpinned rest: \(lot)"
      }
      if lot.effectiveAt > now { return "I7: a lot counts before its instant: \(lot)" }
    }
    for hold in open {
      let known = hold.settledAmount + hold.releasedAmount + hold.remainingReserved
      if hold.initialAmount + hold.increasedAmount > known { return "I4: \(hold)" }
      if hold.lapsesAt <= now { return "an open hold is past its time: \(hold)" }
    }
    return nil
  }
}
