import Holdfast
import HoldfastTesting
import Testing

@Suite struct SimulatedClockTests {
  @Test func `it only moves forward`() {
    let clock = SimulatedClock()
    clock.advance(bySeconds: 10)
    clock.advance(to: SimulatedClock.start)
    #expect(clock.now == SimulatedClock.start.advanced(bySeconds: 10))
  }
}
