import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The connection is cut", .serialized)
  struct CutTests {
    static let unit = CrashScript.unit

    /// A batch that opens, changes and closes things on two accounts, and leaves them as long as they
    /// were: what one adds to their rows would shift where the next one's bytes lie.
    static func batch(_ name: String, in tenant: TenantName) -> [Command] {
      let reserve = IdempotencyKey("\(name)-reserve")
      let actions: [(String, AccountName, Command.Action)] = [
        ("credit", "ada", .credit(Credit(unit: unit, amount: 10))),
        ("reserve", "ada", .reserve(Reserve(unit: unit, amount: 10))),
        ("settle", "ada", .settle(Settle(reservation: .key(reserve), amount: 7))),
        ("debit", "ada", .debit(Debit(unit: unit, amount: 1))),
        ("transfer", "ada", .transfer(Transfer(unit: unit, to: "bob", amount: 2))),
        ("spend", "bob", .debit(Debit(unit: unit, amount: 2))),
      ]
      return actions.map { kind, account, action in
        Command(
          tenant: tenant, account: account, key: IdempotencyKey("\(name)-\(kind)"), action: action)
      }
    }

    struct Swept {
      var committed = 0
      var repeated = 0
    }

    struct Way: Sendable {
      let direction: FaultProxy.Direction
      let ending: FaultProxy.Ending
    }

    static let ways = [
      Way(direction: .toServer, ending: .reset), Way(direction: .toClient, ending: .reset),
      Way(direction: .toClient, ending: .close),
    ]

    /// Over all bytes, and closer to each other where the answer to COMMIT may lie.
    static func positions(in length: Int) -> [Int] {
      if CrashSuite.isLong { return Array(0..<length) }
      return Array(stride(from: 0, to: length - 240, by: 89))
        + Array(stride(from: length - 240, to: length, by: 16)) + [length - 1]
    }

    @Test(
      "a batch whose connection is cut at any byte is applied once and answered",
      .timeLimit(.minutes(20)), arguments: ways)
    func sweep(_ way: Way) async throws {
      let (direction, ending) = (way.direction, way.ending)
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let tenant = TenantName("cut/\(direction)/\(ending)")
      let observer = CrashObserver()
      let store = try await crash.store(by: proxy, seen: observer) {
        $0.lanes = 1
        $0.patienceSeconds = 20
      }
      func bytes() -> Int {
        direction == .toServer ? proxy.counts.bytesToServer : proxy.counts.bytesToClient
      }
      // The first makes the accounts, the second prepares what changes them, the third shows how long
      // one is. All names have one length.
      for name in ["w000001", "w000002"] {
        _ = try await store.submit(Self.batch(name, in: tenant))
      }
      let start = bytes()
      _ = try await store.submit(Self.batch("w000003", in: tenant))
      let length = bytes() - start
      #expect(length > 1000)
      var swept = Swept()
      for position in Self.positions(in: length) {
        let retries = observer.counts.retries
        proxy.arm(.cut(after: position, direction, ending))
        let name = "\(1_000_000 + position)"
        let commands = Self.batch(name, in: tenant)
        let results = try await store.submit(commands).map { try $0.get() }
        proxy.disarm()
        #expect(observer.counts.retries > retries, "the cut at \(position) was felt")
        let duplicates = Set(results.map(\.duplicate))
        #expect(duplicates.count == 1, "all of a transaction or nothing")
        if duplicates == [true] { swept.committed += 1 } else { swept.repeated += 1 }
        let again = try await store.submit(commands).map { try $0.get() }
        #expect(again.map(\.outcome) == results.map(\.outcome))
        #expect(again.allSatisfy { $0.duplicate })
        // The connection of a batch that was cut at its end may be new, and what it prepares would
        // count: a further batch makes it like the first.
        _ = try await store.submit(Self.batch("b\(name.dropFirst())", in: tenant))
      }
      print(
        "crash · cut \(direction) by \(ending): batch of \(length) bytes, \(swept.repeated) times "
          + "nothing was committed, \(swept.committed) times it was and only the answer lost")
      #expect(swept.repeated > 0)
      if direction == .toClient { #expect(swept.committed > 0) }
      let audit = CrashAudit(
        script: CrashScript(tenant: tenant, accounts: 2), stores: [store], reader: store,
        database: crash.database)
      try await audit.expectSound()
      await store.close()
    }

    @Test("when the answer to COMMIT is lost and nothing can be asked, the outcome is unknown")
    func unknown() async throws {
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let store = try await crash.store(by: proxy) {
        $0.lanes = 1
        $0.patienceSeconds = 1
      }
      let tenant: TenantName = "cut/unknown"
      _ = try await store.submit(Self.batch("warm", in: tenant))
      let start = proxy.counts.bytesToClient
      _ = try await store.submit(Self.batch("measured", in: tenant))
      let length = proxy.counts.bytesToClient - start
      proxy.arm(.cut(after: length - 10, .toClient))
      proxy.refuseConnections()
      let commands = Self.batch("lost", in: tenant)
      for result in try await store.submit(commands) {
        #expect(throws: LedgerError.self) { try result.get() }
        if case .failure(let error) = result {
          #expect(error.code == .outcomeUnknown)
          #expect(error.effect == .unknown)
          #expect(error.isRetryable)
        }
      }
      try proxy.acceptConnections()
      for result in try await store.submit(commands) { #expect(try result.get().duplicate) }
      await store.close()
    }

    @Test(
      "when the connection is lost before anything is written, callers hear that nothing happened")
    func nothing() async throws {
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let store = try await crash.store(by: proxy) {
        $0.lanes = 1
        $0.patienceSeconds = 1
      }
      let tenant: TenantName = "cut/nothing"
      _ = try await store.submit(Self.batch("warm", in: tenant))
      proxy.arm(.cut(after: 30, .toServer))
      proxy.refuseConnections()
      let commands = Self.batch("lost", in: tenant)
      for result in try await store.submit(commands) {
        guard case .failure(let error) = result else {
          Issue.record("there was no connection")
          continue
        }
        #expect(error.code == .unavailable)
        #expect(error.effect == .none)
      }
      try proxy.acceptConnections()
      for result in try await store.submit(commands) { #expect(try !result.get().duplicate) }
      await store.close()
    }

    @Test(
      "connections that are cut again and again under load lose nothing", .timeLimit(.minutes(10)))
    func underLoad() async throws {
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let (_, stores) = try await crash.figures(
        "connections cut again and again", by: proxy, tenant: "crash/cut",
        change: { $0.patienceSeconds = 10 },
        during: {
          var random = SplitMix(seed: 3)
          for _ in 0..<(CrashSuite.isLong ? 500 : 30) {
            proxy.arm(
              .cut(
                after: Int(random.number(0...20_000)), random.one(of: FaultProxy.Direction.allCases)
              ))
            try await Task.sleep(for: .milliseconds(random.number(10...80)))
          }
          proxy.disarm()
        })
      #expect(stores.retries > 0)
    }
  }
}
