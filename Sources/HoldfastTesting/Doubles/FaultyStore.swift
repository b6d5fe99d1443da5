public import Holdfast
internal import Synchronization

/// A store in front of another one, to test what an application does when its ledger fails.
///
/// ```swift
/// let clock = SimulatedClock()
/// let store = FaultyStore(InMemoryStore(clock: clock.storeClock), clock: clock)
/// let ledger = Ledger(store: store, tenant: "test", clock: clock)
/// let credits = ledger.account("ada")["credits"]
/// try await credits.credit(500, key: "topup-1")
///
/// // The first settle is applied, but its answer is lost; the second does not get through.
/// store.script([.loseReply, .refuse(.unavailable)], for: .settle)
/// let response = try await clock.run { try await endpoint.handle(request, ledger) }
///
/// #expect(response.status == .ok)
/// #expect(try await credits.figures().posted == 460)  // charged once
/// #expect(store.answers(to: .settle) == 3)
/// ```
///
/// Faults meet whole calls: one command, a list, or a group (as `atomic`). A call meets the next
/// fault of its command's script; without one, the next of the script for all calls; without one,
/// perhaps a random fault; and none otherwise. Reads meet no faults, but fail while the store is
/// disconnected.
public final class FaultyStore: LedgerStore {
  let store: any LedgerStore
  private let sleep: @Sendable (Duration) async throws -> Void
  private let script = Mutex(FaultScript())
  private let log = CallLog()

  /// - Parameter clock: On which delays are slept.
  public init(_ store: any LedgerStore, clock: some Clock<Duration> = ContinuousClock()) {
    self.store = store
    sleep = { try await clock.sleep(for: $0, tolerance: nil) }
  }

  /// What the next calls of a command meet, one after the other and after what was scripted before;
  /// `nil` stands for a call that goes well.
  ///
  /// - Parameter name: `nil` for all calls, lists among them.
  public func script(_ faults: [Fault?], for name: CommandName? = nil) {
    script.withLock { $0.faults[name, default: []] += faults }
  }

  /// Lets calls meet random faults from now on. The same seed and calls give the same faults.
  ///
  /// - Parameters:
  ///   - probability: Of a fault, 0 … 1.
  ///   - faults: Each as likely as the others.
  public func randomize(probability: Double, of faults: [Fault], seed: UInt64) {
    script.withLock {
      $0.random = RandomFaults(probability: probability, faults: faults, seed: seed)
    }
  }

  /// Lets nothing through any more, once `calls` more calls have been: they are `unavailable`.
  ///
  /// To the ledger it looks as if the process had died between two calls.
  public func disconnect(after calls: Int = 0) {
    script.withLock { $0.callsLeft = calls }
  }

  /// Lets everything through again.
  public func reconnect() {
    script.withLock { $0.callsLeft = nil }
  }

  /// The calls that reached the store, in the order in which it answered them. A duplicated one
  /// stands here twice.
  public var exchanges: [Exchange] { log.exchanges }

  /// How many calls of a command were answered, faults and all.
  public func answers(to name: CommandName) -> Int {
    log.answers(to: name)
  }

  /// Waits until that many calls of a command were answered, faults and all; or until the task is
  /// cancelled.
  public func whenAnswered(_ name: CommandName, times: Int = 1) async {
    await log.whenAnswered(name, times: times)
  }

  /// A call that reached the store, and what the store answered, whether or not the caller was
  /// told.
  public struct Exchange: Hashable, Sendable {
    public var commands: [Command]
    /// One for each command; of a group that was refused, the refusal alone.
    public var results: [Result<CommandResult, LedgerError>]
  }
}

// MARK: Commands

extension FaultyStore {
  public func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    try await meetFault(command.action.name, [command]) { () async throws(LedgerError) in
      try await self.store.submit(command)
    } results: {
      [$0]
    }
  }

  public func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await meetFault(nil, commands) { () async throws(LedgerError) in
      try await self.store.submit(commands)
    } results: { answer in
      switch answer {
      case .success(let results): results
      case .failure(let error): [.failure(error)]
      }
    }
  }

  public func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await meetFault(.atomic, group.commands) { () async throws(LedgerError) in
      try await self.store.submit(group)
    } results: { answer in
      switch answer {
      case .success(let results): results.map { .success($0) }
      case .failure(let error): [.failure(error)]
      }
    }
  }

  private func meetFault<Value: Sendable>(
    _ name: CommandName?, _ commands: [Command],
    _ call: () async throws(LedgerError) -> Value,
    results: (Result<Value, LedgerError>) -> [Result<CommandResult, LedgerError>]
  ) async throws(LedgerError) -> Value {
    defer { if let name { log.noteAnswer(to: name) } }
    func reach() async -> Result<Value, LedgerError> {
      let answer: Result<Value, LedgerError>
      do throws(LedgerError) {
        answer = .success(try await call())
      } catch {
        answer = .failure(error)
      }
      log.note(Exchange(commands: commands, results: results(answer)))
      return answer
    }
    switch script.withLock({ $0.next(for: name) }) {
    case nil:
      return try await reach().get()
    case .refuse(let code):
      throw LedgerError(code, "refused by a test")
    case .loseRequest:
      throw FaultyStore.lost
    case .loseReply:
      _ = await reach()
      throw FaultyStore.lost
    case .duplicate:
      _ = await reach()
      return try await reach().get()
    case .delay(let duration):
      do { try await sleep(duration) } catch {
        throw LedgerError(.cancelled, "the task was cancelled before anything was sent")
      }
      return try await reach().get()
    case .delayReply(let duration):
      let answer = await reach()
      try? await sleep(duration)
      return try answer.get()
    }
  }

  private static let lost = LedgerError(.outcomeUnknown, "lost by a test")
}

// MARK: Everything else

extension FaultyStore {
  func connected() throws(LedgerError) -> any LedgerStore {
    guard script.withLock({ $0.callsLeft != 0 }) else {
      throw LedgerError(.unavailable, "disconnected by a test")
    }
    return store
  }
}
