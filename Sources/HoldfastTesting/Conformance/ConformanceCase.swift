/// One promise of `LedgerStore`.
public struct ConformanceCase: Sendable {
  /// The promise, as a sentence.
  public let name: String
  private let body: @Sendable (ConformanceWorld) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (ConformanceWorld) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Tries the promise out. Returns when it was kept.
  ///
  /// A store that deadlocks makes this wait for ever, so a test that runs it needs a time limit.
  public func run(on world: ConformanceWorld) async throws(ConformanceFailure) {
    do {
      try await body(world)
    } catch let failure as ConformanceFailure {
      throw failure
    } catch {
      throw ConformanceFailure("the store answered \(error)", file: name, line: 0)
    }
  }
}

extension ConformanceCase: CustomStringConvertible {
  public var description: String { name }
}
