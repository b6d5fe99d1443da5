import Holdfast
import HoldfastTesting
import Testing

@Suite struct DemoRunTests {
  static let seeds: [UInt64] = [1, 2, 3, 7, 42]

  @Test(arguments: seeds)
  func `a day of twenty users adds up and has no violations`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    #expect(day.figures.addsUp, "seed \(seed)")
    #expect(day.figures.audit.violations == [], "seed \(seed)")
    #expect(day.figures.audit.posted == day.figures.posted, "seed \(seed)")
    #expect(day.figures.audit.changes > day.tally.total.applied / 2, "seed \(seed)")
    #expect(day.figures.isSound, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `a day of twenty users reaches every command and outcome`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    for name in CommandName.allCases {
      #expect((day.tally.commands[name]?.applied ?? 0) > 0, "seed \(seed), \(name)")
    }
    #expect(day.tally.total.duplicates > 0, "seed \(seed)")
    #expect(day.tally.total.withoutEffect > 0, "seed \(seed)")
    for outcome in DemoFigures.ReservationOutcome.allCases
    where outcome != .open && outcome != .expiredInPart {
      #expect((day.figures.reservations[outcome]?.count ?? 0) > 0, "seed \(seed), \(outcome)")
    }
    #expect((day.figures.reservations[.late]?.charged ?? 0) > 0, "seed \(seed)")
    #expect((day.figures.reservations[.chargedAtLapse]?.charged ?? 0) > 0, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `a day of twenty users meets every refusal that the demo tells of`(
    seed: UInt64
  ) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    let codes: [LedgerError.Code] = [
      .invalidArgument, .idempotencyKeyReused, .reservationNotFound, .usageItemNotFound,
      .reservationClosed, .reservationExpired, .reversalExceedsEntry,
      .settlementExceedsReservation, .limitExceeded, .insufficientBalance,
      .overdraftLimitExceeded, .amountOverflow,
    ]
    #expect(Set(day.tally.refusals.keys) == Set(codes), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `a day of twenty users moves credit in every way`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    let flows: [DemoFigures.Flow] = [
      .credit("grant"), .credit("topup"), .credit("refund"), .settlement, .debit, .usage,
      .reversal, .creditReversal, .expiry, .void, .transferOut, .transferIn,
    ]
    #expect(Set(day.figures.flows.keys) == Set(flows), "seed \(seed)")
    let given = try #require(day.figures.flows[.transferOut]).amount
    let received = try #require(day.figures.flows[.transferIn]).amount
    #expect(given + received == 0, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `limits block the free plan and earn on the paid one`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    let blocked = day.tally.blocked.keys
    #expect(blocked.contains { $0.item == "image-free" }, "seed \(seed)")
    #expect(blocked.contains { $0.item == "chat" }, "seed \(seed)")
    let earned = day.figures.overages.reduce(Amount.zero) { $0 + $1.amount }
    #expect(earned == -(day.figures.flows[.usage]?.amount ?? 0), "seed \(seed)")
    #expect(earned > 0, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `the enterprise works in its overdraft and pays it back`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    let line = try #require(day.figures.balances.first { $0.plan == .enterprise })
    #expect(line.lowest < 0 && line.lowest >= -20_000, "seed \(seed)")
    #expect(line.balance.debt == 0 && line.balance.posted > 0, "seed \(seed)")
  }

  /// The keys with an effect are those of the plan, and none has more than one first row per command
  /// and account, however often it was sent.
  @Test(arguments: seeds)
  func `a credit or debit that is sent several times is applied once`(seed: UInt64) async throws {
    let day = try await FinishedDays.shared.day(seed: seed)
    var rows: [AppliedKey: Int] = [:]
    var cursor: String?
    while true {
      let part = try await day.store.changes(in: day.plan.tenant, after: cursor, limit: 10_000)
      if part.changes.isEmpty { break }
      cursor = part.cursor
      for change in part.changes where ["credit", "debit", "reserve"].contains(change.event) {
        let key = try #require(change.key)
        rows[AppliedKey(account: change.account, event: change.event, key: key), default: 0] += 1
      }
    }
    #expect(rows.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    let repeated = day.plan.jobs.flatMap(\.steps).filter { $0.copies > 1 }.compactMap {
      step -> IdempotencyKey? in
      guard case .command(let command) = step.request else { return nil }
      return command.key
    }
    #expect(repeated.contains { key in rows.keys.contains { $0.key == key } }, "seed \(seed)")
  }

  private struct AppliedKey: Hashable {
    let account: AccountName
    let event: String
    let key: IdempotencyKey
  }

  @Test func `many tasks run in one tick`() async throws {
    let day = try await FinishedDay(users: 120, seed: 5)
    #expect(day.tally.mostTasksInATick > 100)
    #expect(day.tally.taskCount > day.plan.jobs.count / 2)
    #expect(day.figures.isSound)
  }
}
