import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Reads of a balance with a long history: 100,000 rows in a journal of 200,000, or with
/// `HOLDFAST_LONG=1` 2,500,000 in one of 5,000,000.
@Suite("Reads of a long history", .serialized, .timeLimit(.minutes(10)))
struct LongReadTests {
  private static let history = Task {
    let history = try await LongHistory(
      rows: LongHistory.isLong ? 5_000_000 : LongHistory.usualRows)
    let filling = try await ContinuousClock().measure {
      try await history.database.with { connection in
        try history.writeFirstRows(on: connection)
        try history.fill(on: connection)
      }
    }
    print("a journal of \(history.rows) rows made in \(filling)")
    history.world.clock.advance(bySeconds: 10_000)
    return history
  }

  /// A read, and how many milliseconds it may take: less than any read of the whole history would, and
  /// enough for a machine that is busy with other tests.
  private struct Read {
    let name: String
    let milliseconds: Int
    let run: (PostgresStore) async throws -> Void
  }

  @Test("every read takes milliseconds, and waits for no lock but that of a table's definition")
  func reads() async throws {
    let history = try await Self.history.value
    let store = try await history.world.store()
    // Whoever has these locks out, nobody can lock a row or write one.
    let holder = LockHolder(history.database)
    try await holder.lock(
      """
      LOCK TABLE holdfast.account, holdfast.stream, holdfast.journal, holdfast.hold, holdfast.lot
        IN EXCLUSIVE MODE;
      SELECT FROM holdfast.stream FOR UPDATE
      """)
    for read in try await Self.reads(history, store) {
      var times: [Duration] = []
      for _ in 0..<5 {
        times.append(try await ContinuousClock().measure { try await read.run(store) })
      }
      let best = times.min() ?? .zero
      print("\(read.name): \(best)")
      #expect(best < .milliseconds(read.milliseconds), "\(read.name)")
    }
    try await holder.release()
    await store.close()
  }

  @Test("plans are right for the long journal, without statistics and with them")
  func plans() async throws {
    let history = try await Self.history.value
    let faults = try await history.database.with { connection in
      try PlanTests.faultsAfresh(history, PlanCases(history, on: connection).all)
    }
    #expect(faults == [])
  }

  /// Two rows for each open reservation, with unoptimised code.
  private static var decoding: Int {
    #if DEBUG
      5_000
    #else
      1_000
    #endif
  }

  private static func reads(_ history: LongHistory, _ store: PostgresStore) async throws -> [Read] {
    let (address, tenant) = (history.world.address, history.world.address.tenant)
    let settled = Amount(Int64((history.ownRows - 1) / 2))
    let middle = SimulatedClock.start.advanced(by: .milliseconds(history.ownRows / 4))
    let far = try await cursor(behind: 49_000, in: store, address)
    return [
      Read(name: "balance", milliseconds: 250) { store in
        let balance = try await store.balance(of: "credits", address)
        #expect(balance.posted == 1_000_000_000_000 - settled)
        #expect(balance.held == Amount(Int64(history.openHolds)))
      },
      Read(name: "balance as of the middle", milliseconds: 250) { store in
        let balance = try await store.balance(of: "credits", address, asOf: middle)
        #expect(balance.posted == 1_000_000_000_000 - Amount(Int64(history.ownRows / 4 + 1)))
      },
      Read(name: "first page", milliseconds: 250) { store in
        let page = try await store.ledger(of: "credits", address, .cursor(nil, limit: 50))
        #expect(page.entries.count == 50)
      },
      Read(name: "page 980 by its cursor", milliseconds: 250) { store in
        let page = try await store.ledger(of: "credits", address, .cursor(far, limit: 50))
        #expect(page.entries.count == 50)
      },
      Read(name: "page 980 by its number", milliseconds: 1_000) { store in
        let page = try await store.ledger(of: "credits", address, .number(981, size: 50))
        #expect(page.entries.count == 50)
        #expect(page.total == Int(settled.value) + 1)
      },
      Read(name: "reservation by its key", milliseconds: 250) { store in
        let found = try await store.reservation(.key("open-0-7"), in: tenant, account: "ada")
        #expect(found.remainingReserved == 1)
      },
      Read(name: "reservation by its key, in any account", milliseconds: 250) { store in
        let found = try await store.reservation(.key("open-0-7"), in: tenant)
        #expect(found.remainingReserved == 1)
      },
      Read(name: "lots", milliseconds: 250) { store in
        let lots = try await store.lots(of: "credits", address)
        #expect(lots.map(\.remaining) == [1_000_000_000_000 - settled])
      },
      Read(name: "\(history.openHolds) open reservations", milliseconds: decoding) { store in
        let open = try await store.openReservations(of: address)
        #expect(open.count == history.openHolds)
      },
    ]
  }

  /// Where a page begins, behind so many entries.
  private static func cursor(
    behind count: Int, in store: PostgresStore, _ address: AccountAddress
  ) async throws -> String? {
    var cursor: String?
    for _ in 0..<count / 1_000 {
      cursor = try await store.ledger(of: "credits", address, .cursor(cursor, limit: 1_000))
        .nextCursor
    }
    return cursor
  }
}
