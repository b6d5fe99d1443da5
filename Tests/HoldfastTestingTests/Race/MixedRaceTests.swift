import HoldfastTesting
import Testing

@Suite("Races of all commands")
struct MixedRaceTests {
  @Test("a client works on a few reservations at a time, so that open ones do not pile up")
  func openReservations() async throws {
    let race = try await RecordedRace(.mixed, calls: 2000, clients: 4)
    let open = race.contents.accounts.flatMap(\.balances).reduce(0) { $0 + $1.holds.count }
    #expect(open <= 4 * 3)
  }
}
