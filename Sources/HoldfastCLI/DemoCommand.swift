internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// `holdfast demo`
enum DemoCommand {
  static let help = """
    usage: holdfast demo [--users N] [--seed N] [--store memory] [--json]

    Simulates a day of an image-and-chat product: users on a free and a paid plan, teams and an
    enterprise account reserve, stream, settle, cancel, crash and retry, many at once, by a
    simulated clock. Prints what a backend engineer wants to see of it, then checks that everything
    adds up.

      --users N        20 to 10000 users (default 300)
      --seed N         the plan is made from it: same seed and users, same plan (default 1)
      --store memory   the store to run it on (the default)
      --json           the same figures as one JSON object

    Colours are used on a terminal unless NO_COLOR is set.

    examples:
      holdfast demo
      holdfast demo --users 2000 --seed 7
      holdfast demo --json | jq .credits

    exit codes: 0 it adds up, 1 it does not, 2 bad usage
    """

  static func run(_ arguments: [String]) async -> ExitCode {
    var arguments = Arguments(arguments)
    if arguments.flag("--help", "-h") {
      Terminal.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      let isJSON = arguments.flag("--json")
      _ = try arguments.choice("--store", of: ["memory"])
      let users = try arguments.integer("--users", in: DemoPlan.userCounts) ?? 300
      let seed = try arguments.integer("--seed", in: DemoPlan.seeds) ?? 1
      try arguments.end()
      return await run(DemoPlan(users: users, seed: seed), isJSON: isJSON)
    } catch {
      Terminal.error("holdfast demo: \(error.reason); see holdfast demo --help")
      return .usage
    }
  }

  private static func run(_ plan: DemoPlan, isJSON: Bool) async -> ExitCode {
    let clock = SimulatedClock(DemoDay.start)
    let store = InMemoryStore(clock: clock.storeClock)
    var progress = DemoProgress()
    do throws(LedgerError) {
      let tally = try await DemoRun(plan: plan, store: store, clock: clock).run {
        progress.show($0)
      }
      progress.clear()
      let figures = try await DemoReading(plan: plan, store: store, tally: tally).figures()
      let report = DemoReport(plan: plan, tally: tally, figures: figures, machine: machine)
      if isJSON {
        Terminal.print(report.json.text)
      } else {
        let style = TextStyle(isColoured: Terminal.isColoured)
        Terminal.print(report.lines(style).joined(separator: "\n"))
      }
      return figures.isSound ? .ok : .checkFailed
    } catch {
      progress.clear()
      Terminal.error("holdfast demo: \(error)")
      return .checkFailed
    }
  }

  private static var machine: DemoReport.Machine {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    return DemoReport.Machine(
      store: "in-memory", cores: ProcessInfo.processInfo.activeProcessorCount,
      isDebugBuild: isDebugBuild)
  }
}
