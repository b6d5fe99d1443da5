import HoldfastTesting
import Testing

@testable import Holdfast

/// What an explanation says adds up to what the balance says, in random worlds by seed.
@Suite struct ExplainFiguresTests {
  static let seeds = Array(UInt64(1)...24)
  private static let commands = 160

  private func grown(_ seed: UInt64) async throws -> ExplainWorld {
    var world = try await ExplainWorld(seed: seed)
    for _ in 0..<ExplainFiguresTests.commands { try await world.step() }
    // What is due by then is not written.
    world.clock.advance(bySeconds: 300)
    return world
  }

  private func explain(
    _ world: ExplainWorld, _ account: AccountName, _ subject: ExplainQuery.Subject = .balance,
    unit: UnitName? = nil, limit: Int = 10_000
  ) async throws(LedgerError) -> Explanation {
    try await world.store.explain(
      ExplainQuery(
        account: ExplainWorld.address(account), unit: unit, subject: subject, limit: limit))
  }

  private func check(_ view: Explanation.BalanceView, _ note: Comment) {
    let posted = view.closing.posted - view.opening.posted
    let held = view.closing.held - view.opening.held
    #expect(view.posted.map(\.amount).reduce(0, +) == posted, note)
    #expect(view.held.map(\.amount).reduce(0, +) == held, note)
    #expect(view.holds.map(\.remainingReserved).reduce(0, +) == view.closing.held, note)
    let started = view.lots.filter { !$0.isScheduled }
    #expect(
      started.map(\.view.remaining).reduce(0, +) - view.closing.debt == view.closing.posted, note)
    #expect(
      view.lots.filter(\.isScheduled).map(\.view.remaining).reduce(0, +) == view.closing.scheduled,
      note)
    #expect(view.lots.map(\.view.pinned).reduce(0, +) <= view.closing.held, note)
    #expect(view.steps.map(\.postedDelta).reduce(0, +) == posted, note)
    #expect(view.steps.map(\.heldDelta).reduce(0, +) == held, note)
    #expect(
      view.steps.map(\.debtDelta).reduce(0, +) == view.closing.debt - view.opening.debt, note)
    if let last = view.steps.last {
      #expect(last.postedAfter == view.closing.posted, note)
      #expect(last.heldAfter == view.closing.held, note)
    }
  }

  @Test(arguments: seeds)
  func `the parts of a balance add up to posted and held`(seed: UInt64) async throws {
    let world = try await grown(seed)
    for account in ExplainWorld.accounts {
      let address = ExplainWorld.address(account)
      let explanation = try await explain(world, account)
      #expect(try await world.store.balances(of: address) == explanation.balances.map(\.closing))
      for view in explanation.balances {
        check(view, "seed \(seed), \(account), \(view.unit)")
        #expect(view.earlierSteps == 0)
        let ledger = try await world.store.ledger(of: view.unit, address, .number(1, size: 1))
        #expect(view.posted.map(\.count).reduce(0, +) == ledger.total, "seed \(seed)")
        let lots = view.lots.filter { !$0.isScheduled }.map(\.view)
        #expect(try await world.store.lots(of: view.unit, address) == lots, "seed \(seed)")
        let holds = try await world.store.openReservations(of: address, unit: view.unit)
        #expect(holds == view.holds, "seed \(seed)")
      }
    }
  }

  @Test(arguments: seeds)
  func `what is said of a past instant is what was said then`(seed: UInt64) async throws {
    var world = try await ExplainWorld(seed: seed)
    var said: [(account: AccountName, explanation: Explanation)] = []
    for index in 1...ExplainFiguresTests.commands {
      try await world.step()
      guard index.isMultiple(of: 20), let account = world.pick(ExplainWorld.accounts) else {
        continue
      }
      said.append((account, try await explain(world, account)))
      world.clock.advance(bySeconds: 1)
    }
    world.clock.advance(bySeconds: 5000)
    for (account, then) in said {
      let now = try await explain(world, account, .asOf(then.instant))
      let note: Comment = "seed \(seed), \(account) at \(then.instant)"
      #expect(now.instant == then.instant, note)
      for (past, view) in zip(now.balances, then.balances) {
        check(past, note)
        #expect(past.closing.posted == view.closing.posted, note)
        #expect(past.closing.held == view.closing.held, note)
        #expect(past.posted == view.posted, note)
        #expect(past.held == view.held, note)
        #expect(past.lots == view.lots, note)
        #expect(past.holds == view.holds, note)
        #expect(past.steps.map(\.entryId) == view.steps.map(\.entryId), note)
      }
    }
  }

  @Test(arguments: seeds)
  func `a span begins where the time before it ends`(seed: UInt64) async throws {
    var world = try await grown(seed)
    let whole = world.clock.now.microseconds - SimulatedClock.start.microseconds
    for account in ExplainWorld.accounts {
      let start = SimulatedClock.start.advanced(byMicroseconds: world.random(1...whole))
      let span = try await explain(world, account, .since(start))
      let before = try await explain(
        world, account, .asOf(start.advanced(byMicroseconds: -1)))
      let all = try await explain(world, account)
      let seconds = Int((world.clock.now.microseconds - start.microseconds) / 1_000_000)
      if seconds > 0 {
        let last = try await explain(world, account, .last(seconds: seconds))
        let since = try await explain(
          world, account, .since(world.clock.now.advanced(bySeconds: -Int64(seconds))))
        #expect(last == since)
      }
      for (index, view) in span.balances.enumerated() {
        let note: Comment = "seed \(seed), \(account), \(view.unit) since \(start)"
        check(view, note)
        #expect(view.opening == before.balances[index].closing, note)
        #expect(view.closing == all.balances[index].closing, note)
        #expect(before.balances[index].steps + view.steps == all.balances[index].steps, note)
        #expect(view.steps.allSatisfy { $0.instant >= start }, note)
      }
    }
  }

  @Test(arguments: seeds)
  func `the life of a reservation adds up`(seed: UInt64) async throws {
    let world = try await grown(seed)
    for (account, id) in world.reservations {
      let explanation = try await explain(world, account, .reservation(id))
      let view = try #require(explanation.reservations.first)
      let it = view.reservation
      let note: Comment = "seed \(seed), \(account), \(it.key)"
      #expect(
        it.initialAmount + it.increasedAmount
          == view.settledFromHold + it.releasedAmount + it.remainingReserved, note)
      #expect(view.pins.map(\.amount).reduce(0, +) == it.remainingReserved, note)
      let own = view.steps.filter { $0.unit == it.unit }
      #expect(own.map(\.heldDelta).reduce(0, +) == it.remainingReserved, note)
      let charges = own.filter { $0.event == "settlement" }.map(\.entryId)
      let cost = own.filter { step in
        step.event == "settlement" || step.reversedEntryId.map(charges.contains) == true
      }
      #expect(cost.map(\.postedDelta).reduce(0, +) == -view.netAmount, note)
      let lapses = own.filter { $0.event == "expiry" || $0.event == "void" }
      #expect(lapses.map(\.postedDelta).reduce(0, +) == -view.lapsedAmount, note)
      #expect(view.lapsedAmount <= it.releasedAmount + view.reversedAmount, note)
      #expect(own.filter { $0.event == "reserve" }.count == 1, note)
      #expect(own.last { $0.hold != nil }?.hold?.status == it.status, note)
    }
  }

  @Test(arguments: seeds)
  func `what all reservations settled and gave back is what the balance says of holds`(
    seed: UInt64
  ) async throws {
    let world = try await grown(seed)
    for account in ExplainWorld.accounts {
      var lives: [Explanation.ReservationView] = []
      for (owner, id) in world.reservations where owner == account {
        lives += try await explain(world, account, .reservation(id)).reservations
      }
      for balance in try await explain(world, account).balances {
        let own = lives.filter { $0.reservation.unit == balance.unit }
        func sum(_ flow: Explanation.Flow) -> Amount {
          balance.held.filter { $0.flow == flow }.map(\.amount).reduce(0, +)
        }
        let note: Comment = "seed \(seed), \(account), \(balance.unit)"
        #expect(sum(.reserved) == own.map(\.reservation.initialAmount).reduce(0, +), note)
        #expect(sum(.increased) == own.map(\.reservation.increasedAmount).reduce(0, +), note)
        #expect(sum(.settled) == -own.map(\.settledFromHold).reduce(0, +), note)
        #expect(sum(.returned) == -own.map(\.reservation.releasedAmount).reduce(0, +), note)
        let charged = balance.posted.filter { $0.kind == .settlement }.map(\.amount)
        #expect(charged.reduce(0, +) == -own.map(\.netAmount).reduce(0, +), note)
      }
    }
  }

  @Test(arguments: seeds)
  func `what an entry drew, what came back and what is left of it add up`(
    seed: UInt64
  ) async throws {
    let world = try await grown(seed)
    for account in ExplainWorld.accounts {
      for balance in try await explain(world, account).balances {
        for step in balance.steps {
          let explanation = try await explain(world, account, .entry(step.entryId))
          let view = try #require(explanation.entries.first)
          let note: Comment = "seed \(seed), \(account), #\(step.version) of \(balance.unit)"
          #expect(view.step == step, note)
          let drawn = step.shares.filter { $0.use == .burned }.map(\.amount).reduce(0, +)
          if let left = view.reversibleAmount {
            #expect(drawn == -step.postedDelta, note)
            #expect(left + view.reversedAmount == drawn, note)
            let undone = view.later.filter { $0.event == "reversal" }.map(\.postedDelta)
            #expect(undone.reduce(0, +) == view.reversedAmount, note)
          }
          guard let opened = step.shares.first(where: { $0.use == .opened }),
            let lot = view.lots.first(where: { $0.version == opened.lotVersion })
          else { continue }
          let uses = ([step] + view.later).flatMap(\.shares).filter {
            $0.lotVersion == opened.lotVersion
          }
          let back = uses.filter { $0.use == .opened || $0.use == .restored }
          let gone = uses.filter { share in
            share.use != .opened && share.use != .restored && share.use != .pinned
          }
          #expect(
            back.map(\.amount).reduce(0, +) - gone.map(\.amount).reduce(0, +)
              == lot.view.remaining, note)
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `whatever was done under a key is found by it, and nothing is written`(
    seed: UInt64
  ) async throws {
    let world = try await grown(seed)
    let before = try await world.store.changes(in: ExplainWorld.tenant, limit: 10_000)
    var found = 0
    for (account, key) in world.keys {
      do throws(LedgerError) {
        let explanation = try await explain(world, account, .key(key))
        found += 1
        let steps =
          explanation.reservations.flatMap(\.steps)
          + explanation.entries.flatMap { [$0.step] + $0.later }
        #expect(steps.contains { $0.key == key }, "seed \(seed), \(key)")
        #expect(explanation.reservations.count + explanation.entries.count == 1)
      } catch {
        // Usage within its limit moves no balance.
        #expect(error.code == .entryNotFound)
      }
    }
    #expect(found > world.keys.count / 2)
    #expect(try await world.store.changes(in: ExplainWorld.tenant, limit: 10_000) == before)
  }

  @Test func `the worlds reach every reason, every use of a lot and every event`() async throws {
    var flows: Set<Explanation.Flow> = []
    var uses: Set<Explanation.Use> = []
    var events: Set<String> = []
    var unwritten = 0
    for seed in ExplainFiguresTests.seeds {
      let world = try await grown(seed)
      for account in ExplainWorld.accounts {
        for view in try await explain(world, account).balances {
          flows.formUnion((view.posted + view.held).map(\.flow))
          uses.formUnion(view.steps.flatMap(\.shares).map(\.use))
          events.formUnion(view.steps.map(\.event))
          unwritten += view.steps.filter { !$0.isWritten }.count
        }
      }
    }
    #expect(Set(Explanation.Flow.allCases).subtracting(flows) == [])
    #expect(Set(Explanation.Use.allCases).subtracting(uses) == [])
    let ofUsage: Set<JournalRow.Event> = [.usage, .usageReversal]
    let expected = Set(JournalRow.Event.allCases).subtracting(ofUsage).map { "\($0)" }
    #expect(Set(expected).subtracting(events) == [])
    #expect(unwritten > 0)
  }
}
