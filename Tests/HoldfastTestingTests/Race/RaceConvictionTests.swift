import HoldfastTesting
import Testing

@Suite("Convictions of somebody's own ledger")
struct RaceConvictionTests {
  /// A ledger with a classic fault, and what it may be convicted of.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let ledger: any OwnLedger
    let invariants: Set<String>
    var repeats = false
    var life: Int32?

    var testDescription: String { name }

    func race(seed: UInt64) -> InterleavedRace {
      InterleavedRace(ledger, seed: seed, repeats: repeats, life: life)
    }
  }

  static let broken: [Case] = [
    Case(name: "SELECT then UPDATE", ledger: NaiveLedger(), invariants: ["I2", "I3"]),
    Case(
      name: "lock on the newest ledger row", ledger: NewestRowLedger(), invariants: ["I2"]),
    Case(name: "check outside the lock", ledger: CheckOutsideLedger(), invariants: ["I2"]),
    Case(
      name: "key checked outside the lock", ledger: KeyBeforeLedger(), invariants: ["I5"],
      repeats: true),
    Case(
      name: "expiry counted twice", ledger: ExpiryTwiceLedger(), invariants: ["I2", "I3"], life: 1),
  ]

  private func check(_ race: InterleavedRace) throws -> HistoryReport {
    let folder = try HistoryFolder()
    try race.events.write(to: folder.path("a"), race.header)
    return try HistoryChecker().check(RaceHistory(paths: [folder.path("a")]))
  }

  @Test("a classic fault is found within a few interleavings, and named", arguments: broken)
  func conviction(convict: Case) throws {
    var found: [String: Int] = [:]
    for seed in UInt64(1)...20 {
      for (invariant, count) in try check(convict.race(seed: seed)).findingCounts {
        found[invariant, default: 0] += count
      }
    }
    for invariant in convict.invariants { #expect(found[invariant] != nil, "\(found)") }
  }

  @Test(
    "a ledger that looks under its lock is never convicted",
    arguments: [
      Case(name: "plain", ledger: SoundLedger(), invariants: []),
      Case(name: "repeated", ledger: SoundLedger(), invariants: [], repeats: true),
      Case(name: "expiring", ledger: SoundLedger(), invariants: [], life: 1),
    ])
  func acquittal(sound: Case) throws {
    for seed in UInt64(1)...200 {
      let report = try check(sound.race(seed: seed))
      #expect(report.isSound, "seed \(seed): \(report.findings.map(\.detail))")
      #expect(report.counts.applied > 10)
    }
  }
}
