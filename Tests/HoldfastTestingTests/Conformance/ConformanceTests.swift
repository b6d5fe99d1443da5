import Holdfast
import HoldfastTesting
import Testing

@Suite struct ConformanceTests {
  @Test(.timeLimit(.minutes(10)), arguments: ConformanceSuite.cases)
  func `the in-memory store keeps what a store promises`(promise: ConformanceCase) async throws {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    try await promise.run(on: ConformanceWorld(store: store, clock: clock, tenant: "acme"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `all cases can be run on one store that others use too`() async throws {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    for (index, promise) in ConformanceSuite.cases.enumerated() {
      let world = ConformanceWorld(
        store: store, clock: clock, tenant: TenantName("run/\(index)"))
      do throws(ConformanceFailure) { try await promise.run(on: world) } catch {
        Issue.record("\(promise): \(error)")
      }
    }
  }

  @Test func `each promise has a name of its own`() {
    let names = Set(ConformanceSuite.cases.map { ByteText($0.name) })
    #expect(names.count == ConformanceSuite.cases.count)
    #expect(names.count >= 60)
  }
}
