internal import Holdfast

/// Runs one seeded world on a store and the model.
package struct WorkloadRun: Sendable {
  package let profile: WorkloadProfile
  package let seed: UInt64
  /// How many commands are sent at least.
  package let commands: Int
  /// After how many steps all reads are compared.
  package let readEvery: Int
  package let makeStore: SideBySide.MakeStore

  package init(
    profile: WorkloadProfile, seed: UInt64, commands: Int = 400, readEvery: Int = 40,
    makeStore: @escaping SideBySide.MakeStore
  ) {
    self.profile = profile
    self.seed = seed
    self.commands = commands
    self.readEvery = readEvery
    self.makeStore = makeStore
  }

  package struct Report: Sendable {
    package var commands: Int
    package var coverage: Coverage
    package var failure: Failure?
  }

  /// A difference and the few steps that show it.
  package struct Failure: Sendable, CustomStringConvertible {
    package var profile: WorkloadProfile
    package var seed: UInt64
    package var mismatch: Mismatch
    package var steps: [WorkloadStep]
    package var replay: [String]

    package var description: String {
      "profile \(profile.rawValue), seed \(seed): \(mismatch)\n" + replay.joined(separator: "\n")
    }
  }

  package func run() async -> Report {
    var generator = WorkloadGenerator(profile: profile, seed: seed)
    var world = await SideBySide(
      scope: generator.scope,
      maximumOpenReservations: profile.maximumOpenReservations, makeStore: makeStore)
    var report = Report(commands: 0, coverage: Coverage(), failure: nil)
    var steps: [WorkloadStep] = []
    while report.commands < commands {
      let step = generator.next(for: world.model, at: world.now)
      steps.append(step)
      var mismatch = await world.perform(step)
      report.commands += max(1, step.commands.count)
      report.coverage.note(step, world.lastAnswers)
      let isLast = report.commands >= commands
      if mismatch == nil, isLast || steps.count % readEvery == 0 {
        report.coverage.note(world.model, at: world.now)
        mismatch = await world.compareReads(after: step.id)
      }
      if let mismatch {
        report.failure = await shrunk(steps, mismatch, generator.scope)
        return report
      }
    }
    return report
  }

  private func shrunk(
    _ steps: [WorkloadStep], _ mismatch: Mismatch, _ scope: WorkloadScope
  ) async -> Failure {
    let shrinker = Shrinker(
      scope: scope, maximumOpenReservations: profile.maximumOpenReservations,
      makeStore: makeStore)
    let (fewer, still) = await shrinker.shrink(steps, mismatch)
    let writer = ReplayWriter(
      steps: fewer, mismatch: still,
      maximumOpenReservations: profile.maximumOpenReservations)
    return Failure(
      profile: profile, seed: seed, mismatch: still, steps: fewer, replay: writer.lines())
  }
}
