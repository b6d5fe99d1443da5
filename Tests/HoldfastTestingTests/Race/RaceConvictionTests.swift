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

  /// The calls that show it, over time, are fewer, and convict by themselves.
  private func expectEvidence(of finding: RaceFinding, in race: InterleavedRace) throws {
    let folder = try HistoryFolder()
    try race.events.write(to: folder.path("a"), race.header)
    let evidence = try #require(
      try HistoryChecker().evidence(of: finding, from: [folder.path("a")]))
    #expect(evidence.events.count <= race.events.count)
    #expect(evidence.lines.count > 2)
    try evidence.events.write(to: folder.path("b"), evidence.header)
    let again = try HistoryChecker().check(RaceHistory(paths: [folder.path("b")]))
    #expect(again.findingCounts[finding.invariant] != nil, "\(finding.detail)")
  }

  @Test("two clients that are both granted the last credit are shown over time")
  func interleaving() throws {
    let race = InterleavedRace(CheckOutsideLedger(), seed: 3, clients: 2, opening: 100)
    let report = try check(race)
    let finding = try #require(report.findings.first)
    let folder = try HistoryFolder()
    try race.events.write(to: folder.path("a"), race.header)
    let evidence = try #require(
      try HistoryChecker().evidence(of: finding, from: [folder.path("a")]))
    #expect(finding.invariant == "I2")
    let words = evidence.lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(words.count == 5)
    #expect(words.first == "client 0 client 1" || words.first == "client 1 client 0")
    #expect(words.dropFirst().count { $0.contains("┌ reserve 75") } == 2)
    #expect(words.count { $0.contains("└ done 75") } == 2)
  }

  @Test("a classic fault is found within a few interleavings, and named", arguments: broken)
  func conviction(convict: Case) throws {
    var found: [String: Int] = [:]
    for seed in UInt64(1)...20 {
      let race = convict.race(seed: seed)
      let report = try check(race)
      for (invariant, count) in report.findingCounts { found[invariant, default: 0] += count }
      for invariant in convict.invariants {
        guard let finding = report.findings.first(where: { $0.invariant == invariant }) else {
          continue
        }
        try expectEvidence(of: finding, in: race)
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
