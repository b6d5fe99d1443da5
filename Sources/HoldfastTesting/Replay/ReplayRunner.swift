public import Holdfast

/// Runs replay files against a store and checks what they expect.
public struct ReplayRunner: Sendable {
  /// A store with the clock it takes its time from, and the name its tenants get for this run.
  public struct World: Sendable {
    public let store: any LedgerStore
    public let clock: SimulatedClock
    /// Makes a tenant's name unique to this run; memory needs nothing.
    public let tenant: @Sendable (TenantName) -> TenantName

    public init(
      store: any LedgerStore, clock: SimulatedClock,
      tenant: @escaping @Sendable (TenantName) -> TenantName = { $0 }
    ) {
      self.store = store
      self.clock = clock
      self.tenant = tenant
    }
  }

  /// What became of a line.
  public struct LineReport: Sendable {
    public let number: Int
    /// The operation's result as JSON.
    public let result: JSONValue
    /// `nil` when the line expects nothing and could be run.
    public let passed: Bool?
    /// For a failure: where, what was expected and what came.
    public let failure: String?
  }

  /// What a file left behind.
  public struct Aftermath: Sendable {
    /// The store, with its clock where the file left it.
    public let world: World
    let labels: Labels

    /// The text that `$label.field` stands for, another text itself; `nil` when no line of the file has
    /// that value.
    public func text(of reference: String) -> String? {
      do throws(Labels.Unresolved) {
        guard case .string(let text) = try labels.resolve(.string(reference)) else { return nil }
        return text
      } catch {
        return nil
      }
    }
  }

  private let makeWorld: @Sendable (Instant) -> World

  /// - Parameter makeWorld: Makes a fresh world whose clock stands at the instant; called once a file.
  public init(makeWorld: @escaping @Sendable (Instant) -> World) {
    self.makeWorld = makeWorld
  }

  /// A fresh in-memory store for each file.
  public static let inMemory = ReplayRunner { start in
    let clock = SimulatedClock(start)
    return World(store: InMemoryStore(clock: clock.storeClock), clock: clock)
  }

  /// Runs a file line by line.
  ///
  /// - Parameter report: Called after each line.
  @discardableResult
  public func run(_ file: ReplayFile, report: (LineReport) -> Void) async -> Aftermath {
    let world = makeWorld(file.start)
    var labels = Labels()
    var keys = 0
    for line in file.lines {
      if let at = line.at { world.clock.advance(to: at) }
      keys += 1
      let object: JSONObject
      do throws(Labels.Unresolved) {
        object = try labels.resolve(line.object)
      } catch {
        report(unresolved(error.text, line, file))
        continue
      }
      let session = ReplaySession(world: world, key: IdempotencyKey("line-\(line.number)"))
      let result = await session.run(line.operation, Fields(object))
      if let label = line.label { labels.set(label, result) }
      report(judge(result, line, labels, file))
    }
    return Aftermath(world: world, labels: labels)
  }

  private func unresolved(
    _ text: String, _ line: ReplayFile.Line, _ file: ReplayFile
  ) -> LineReport {
    LineReport(
      number: line.number, result: ["error": "label_unresolved", "label": .string(text)],
      passed: false,
      failure: "\(file.name):\(line.number): \(text): no earlier line has that value")
  }

  private func judge(
    _ result: JSONValue, _ line: ReplayFile.Line, _ labels: Labels, _ file: ReplayFile
  ) -> LineReport {
    guard let written = line.expect else {
      return LineReport(number: line.number, result: result, passed: nil, failure: nil)
    }
    let expected: JSONValue
    do throws(Labels.Unresolved) {
      expected = try labels.resolve(written)
    } catch {
      return unresolved(error.text, line, file)
    }
    guard let difference = Expectation.compare(expected, result) else {
      return LineReport(number: line.number, result: result, passed: true, failure: nil)
    }
    let path = difference.path.isEmpty ? "result" : difference.path
    let failure =
      "\(file.name):\(line.number): \(path): expected \(difference.expected.text),"
      + " got \(difference.got.text)"
    return LineReport(number: line.number, result: result, passed: false, failure: failure)
  }
}
