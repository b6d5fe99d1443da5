import Holdfast
import HoldfastTesting
import Testing

@Suite struct CanaryTests {
  private func violations(_ canary: Canary) async throws -> [Violation] {
    var contents = try await RichLedger.contents()
    canary.tamper(&contents)
    return try await LedgerChecker()
      .check(contentsOf: contents, tenant: RichLedger.tenant).violations
  }

  private func fly(_ canary: Canary) async throws {
    let violations = try await violations(canary)
    #expect(
      violations.contains {
        $0.invariant == canary.invariant && $0.detail.contains(canary.saying)
      }, "\(canary.testDescription): \(violations)")
    guard canary.isAlone else { return }
    #expect(
      Set(violations.map(\.invariant)) == [canary.invariant],
      "\(canary.testDescription): \(violations)")
  }

  @Test(arguments: Canaries.conservation)
  func `I1 Conservation: sums that are not the figures are found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.floor)
  func `I2 No overdraft: what went below the floor is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.holds)
  func `I3 Holds: what is held without a reservation is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.reservation)
  func `I4 Reservation: parts that do not make the whole are found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.once)
  func `I5 Once: a second effect or another answer is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.chain)
  func `I6 Chain: a gap or a broken after-image is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.lots)
  func `I7 Lots: a wrong draw, pin, debt or lapse is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.time)
  func `I8 Time: what came early, late or never is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.usage)
  func `I9 Usage: a counter or limit that does not fit its records is found`(
    canary: Canary
  ) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.closed)
  func `I10 Closed: a closed reservation that changed is found`(canary: Canary) async throws {
    try await fly(canary)
  }

  @Test(arguments: Canaries.replay)
  func `I13 Replay: a row that cannot be replayed is found`(canary: Canary) async throws {
    try await fly(canary)
  }
}
