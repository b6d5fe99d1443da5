import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization
import Testing

extension CrashSuite {
  @Suite("Callers wait for a server that says nothing", .serialized)
  struct PressureTests {
    /// Each test has one of its own, for they share a server.
    let tenant = TenantName("crash/pressure-\(UInt64.random(in: .min ... .max))")

    func credit(_ number: Int) -> Submission {
      .command(
        Command(
          tenant: tenant, account: AccountName("account-\(number % 5)"),
          key: IdempotencyKey("\(number)"),
          action: .credit(Credit(unit: CrashScript.unit, amount: 1))))
    }

    /// So many calls at once while the server is suspended; it goes on when all have ended.
    private func calls(
      _ count: Int, to store: any LedgerStore, on crash: CrashServer,
      meanwhile: @escaping @Sendable () async -> Void = {}
    ) async throws -> [CrashCall] {
      try await crash.act { try $0.pause() }
      let calls = await withTaskGroup(of: CrashCall?.self) { group in
        for number in 0..<count {
          group.addTask {
            await CrashCall(credit(number), caller: 0, number: number, to: store)
          }
        }
        group.addTask {
          await meanwhile()
          return nil
        }
        var calls: [CrashCall] = []
        for await case let call? in group { calls.append(call) }
        return calls
      }
      try await crash.act { try $0.resume() }
      return calls
    }

    private func audit(_ crash: CrashServer, _ store: PostgresStore) -> CrashAudit {
      CrashAudit(
        script: CrashScript(tenant: tenant, accounts: 5), stores: [store], reader: store,
        database: crash.database)
    }

    private func warm(_ store: PostgresStore) async throws {
      for account in 0..<5 {
        let number = 1_000_000 + account
        _ = try await credit(number).send(to: store)
      }
    }

    @Test(
      "a full queue is overloaded at once, and what waits is answered when its patience ends",
      .timeLimit(.minutes(10)))
    func overloaded() async throws {
      let crash = try await CrashServer.shared.value
      let store = try await crash.store {
        $0.lanes = 1
        $0.queueLimit = 200
        $0.maximumBatchCommands = 400
      }
      try await warm(store)
      let calls = try await calls(800, to: store, on: crash)
      let overloaded = calls.filter { $0.error?.code == .overloaded }
      #expect(overloaded.count >= 800 - 200 - 400)
      #expect(overloaded.allSatisfy { $0.waited < 2_000_000 })
      #expect(calls.allSatisfy { $0.isUnanswered })
      #expect((calls.map(\.waited).max() ?? 0) < SilenceTests.longestWait)
      try await audit(crash, store).check(calls).tell("800 calls on a queue for 200, suspended")
      await store.close()
    }

    @Test(
      "a queue of thousands is answered within one patience, not one for each batch",
      .timeLimit(.minutes(10)))
    func longQueue() async throws {
      let crash = try await CrashServer.shared.value
      let store = try await crash.store {
        $0.lanes = 1
        $0.maximumBatchCommands = 20
      }
      try await warm(store)
      let calls = try await calls(1000, to: store, on: crash)
      #expect((calls.map(\.waited).max() ?? 0) < SilenceTests.longestWait)
      try await audit(crash, store).check(calls).tell("1,000 calls in batches of 20, suspended")
      await store.close()
    }

    @Test("the deadline of a ledger holds while the store waits", .timeLimit(.minutes(10)))
    func deadline() async throws {
      let crash = try await CrashServer.shared.value
      let store = try await crash.store()
      try await warm(store)
      let ledger = Ledger(store: store, tenant: tenant, timeout: .milliseconds(300))
      try await crash.act { try $0.pause() }
      let waits = await withTaskGroup(of: (Int64, LedgerError.Code?).self) { group in
        for number in 0..<200 {
          group.addTask {
            let began = Deadline.now
            do throws(LedgerError) {
              _ = try await ledger.account(AccountName("account-\(number % 5)"))["credits"]
                .credit(1, key: IdempotencyKey("\(number)"))
              return (Deadline.now - began, nil)
            } catch {
              return (Deadline.now - began, error.code)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      try await crash.act { try $0.resume() }
      #expect(waits.allSatisfy { $0.1 == .outcomeUnknown })
      #expect(waits.allSatisfy { $0.0 < 2_000_000 })
      print("crash · 300 ms deadline: longest wait \((waits.map(\.0).max() ?? 0) / 1000) ms")
      // What was taken out of the queue did not happen, the rest may have; both are told by asking.
      let calls = await withTaskGroup(of: CrashCall.self) { group in
        for number in 0..<200 {
          group.addTask {
            await CrashCall(credit(number), caller: 0, number: number, to: store)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(calls.allSatisfy { $0.isApplied })
      try await audit(crash, store).check(calls)
      await store.close()
    }

    @Test(
      "calls that are cancelled while they wait did not happen, and the rest goes on",
      .timeLimit(.minutes(10)))
    func cancelled() async throws {
      let crash = try await CrashServer.shared.value
      let store = try await crash.store {
        $0.lanes = 1
        $0.maximumBatchCommands = 10
        $0.answerSeconds = 20
        $0.patienceSeconds = 20
      }
      try await warm(store)
      try await crash.act { try $0.pause() }
      let calls = try await withThrowingTaskGroup(of: CrashCall.self) { group in
        for number in 0..<200 {
          group.addTask {
            let call = Task {
              await CrashCall(credit(number), caller: 0, number: number, to: store)
            }
            if number.isMultiple(of: 2) {
              try await Task.sleep(for: .milliseconds(300))
              call.cancel()
            }
            return await call.value
          }
        }
        group.addTask {
          try await Task.sleep(for: .milliseconds(600))
          try await crash.act { try $0.resume() }
          return await CrashCall(credit(500), caller: 0, number: 500, to: store)
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let cancelled = calls.filter { $0.error?.code == .cancelled }
      #expect(cancelled.count >= 80)
      #expect(cancelled.allSatisfy { $0.number.isMultiple(of: 2) })
      #expect(calls.count { $0.isApplied } == calls.count - cancelled.count)
      try await audit(crash, store).check(calls).tell("half of 200 waiting calls cancelled")
      await store.close()
    }

    @Test(
      "a store that is closed meanwhile answers all that waits, and ends", .timeLimit(.minutes(10)))
    func closed() async throws {
      let crash = try await CrashServer.shared.value
      let store = try await crash.store {
        $0.lanes = 1
        $0.maximumBatchCommands = 10
      }
      try await warm(store)
      let closing = Mutex<Int64>(0)
      let calls = try await calls(300, to: store, on: crash) {
        try? await Task.sleep(for: .milliseconds(300))
        let began = Deadline.now
        await store.close()
        closing.withLock { $0 = Deadline.now - began }
      }
      #expect(calls.allSatisfy { $0.isUnanswered })
      #expect(closing.withLock { $0 } < SilenceTests.longestWait)
      print("crash · close with 300 waiting: \(closing.withLock { $0 } / 1000) ms")
      let next = try await crash.store()
      try await audit(crash, next).check(calls)
      await next.close()
    }
  }
}
