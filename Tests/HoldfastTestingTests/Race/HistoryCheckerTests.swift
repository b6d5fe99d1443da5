import Holdfast
import HoldfastTesting
import Testing

@Suite("Histories of races on a sound ledger")
struct HistoryCheckerTests {
  @Test(
    "a race of many tasks on a store in memory is found sound",
    arguments: [
      RaceShape.hot, .retryStorm, .exhaustion, .topUpRace, .limitRace, .stream, .fanOut,
      .firstUse, .mixed, .expiryStorm, .lotExpiryRace,
    ])
  func soundRace(shape: RaceShape) async throws {
    let race = try await RecordedRace(shape)
    let report = try await race.check()
    for finding in report.findings.prefix(5) {
      Issue.record("\(shape.rawValue): \(finding.invariant): \(finding.detail)")
    }
    #expect(report.isSound)
    #expect(report.counts.calls >= 1500)
    #expect(report.counts.applied > 100)
    #expect(report.rows > 100)
  }

  @Test(
    "what is sound by its journal is never convicted without it",
    arguments: [
      RaceShape.hot, .retryStorm, .exhaustion, .topUpRace, .stream, .fanOut, .firstUse, .mixed,
      .expiryStorm,
    ])
  func soundWithoutJournal(shape: RaceShape) async throws {
    let race = try await RecordedRace(shape)
    let report = try HistoryChecker().check(RaceHistory(paths: [try race.asAdapter()]))
    for finding in report.findings.prefix(5) {
      Issue.record("\(shape.rawValue): \(finding.invariant): \(finding.detail)")
    }
    #expect(report.isSound)
    #expect(report.counts.applied > 100)
  }

  @Test("sorting outside memory finds the same")
  func littleMemory() async throws {
    let race = try await RecordedRace(.mixed)
    let large = try await race.check()
    let small = try await race.check(memory: 40_000)
    #expect(small.isSound)
    #expect(small.counts == large.counts)
    #expect(small.counts.judged > 5)
  }
}

@Suite("Histories with one injury")
struct RaceInjuryTests {
  /// What is reduced to a few calls is still found, and without the store.
  private func expectEvidence(
    in report: HistoryReport, of injury: RaceInjury, _ race: RecordedRace
  ) throws {
    let finding = report.findings.first {
      $0.invariant == injury.invariant && !($0.calls.isEmpty && $0.rows.isEmpty)
    }
    guard let finding else {
      #expect(injury.invariant == "I6", "only of a gap there is nothing to show")
      return
    }
    let checker = HistoryChecker()
    let evidence = try #require(
      try checker.evidence(of: finding, from: [race.folder.path("checked")]))
    #expect(evidence.events.count <= 24)
    #expect(!evidence.lines.isEmpty)
    try evidence.events.write(to: race.folder.path("evidence"), evidence.header)
    let again = try checker.check(RaceHistory(paths: [race.folder.path("evidence")]))
    #expect(again.findingCounts[injury.invariant] != nil, "seed: \(finding.detail)")
  }

  @Test("one injury to history or journal is found and named", arguments: RaceInjury.all)
  func injury(injury: RaceInjury) async throws {
    let sound = try await RecordedRace(injury.shape, calls: 800, clients: 16)
    for seed in 1...5 {
      var race = sound
      var random = SplitMix(seed: UInt64(seed))
      try injury.injure(&race, &random)
      let report = try await race.check()
      #expect(
        report.findingCounts[injury.invariant] != nil,
        "seed \(seed): \(report.findingCounts), \(report.findings.map(\.detail).prefix(3))")
      try expectEvidence(in: report, of: injury, race)
    }
  }
}
