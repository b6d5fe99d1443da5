import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct SimulatedClockTests {
  @Test func `it only moves forward`() {
    let clock = SimulatedClock()
    clock.advance(bySeconds: 10)
    clock.advance(to: SimulatedClock.start)
    #expect(clock.now == SimulatedClock.start.advanced(bySeconds: 10))
  }

  @Test func `who sleeps is woken when the time has come`() async throws {
    let clock = SimulatedClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    #expect(await clock.nextWakeUp() == SimulatedClock.start.advanced(bySeconds: 10))
    clock.advance(bySeconds: 10)
    try await sleeper.value
  }

  @Test func `sleeping until an instant that is past returns at once`() async throws {
    let clock = SimulatedClock()
    clock.advance(bySeconds: 10)
    try await clock.sleep(until: SimulatedClock.start)
  }

  @Test func `who is cancelled sleeps no longer`() async throws {
    let clock = SimulatedClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.nextWakeUp()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func `waiting for sleepers ends when it is cancelled`() async {
    let clock = SimulatedClock()
    let waiting = Task { await clock.nextWakeUp() }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test func `a run sleeps for no real time`() async throws {
    let clock = SimulatedClock()
    try await clock.run {
      for _ in 1...24 { try await clock.sleep(for: .seconds(3600)) }
    }
    #expect(SimulatedClock.start.duration(to: clock.now) == .seconds(86_400))
  }

  @Test func `a part of a microsecond is waited for`() async throws {
    let clock = SimulatedClock()
    try await clock.run { try await clock.sleep(for: .nanoseconds(1)) }
    #expect(SimulatedClock.start.duration(to: clock.now) == .microseconds(1))
  }
}
