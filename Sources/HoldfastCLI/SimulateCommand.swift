internal import HoldfastSimulation

/// `holdfast simulate`
enum SimulateCommand {
  private static let mistakes = Defect.allCases.filter { $0 != .none }.map(\.rawValue)
    .joined(separator: ",\n                       ")

  static let help = """
    usage: holdfast simulate [--seed N] [--schedules N] [--seconds N] [--trace]
                             [--mistake NAME]

    Runs the PostgreSQL store, the very code, in a simulated world: a database, clocks, a network
    and several processes in one thread, made from a seed. Replies are lost and late, connections
    cut before, between and after statements and after COMMIT, the server crashes, processes die,
    stop and come back. At the end everything that was answered is compared with what is there.

      --seed N         the first seed (default: one by chance, and printed)
      --schedules N    how many seeds, one after the other (default 1)
      --seconds N      stop after so many seconds (default: none)
      --trace          print everything that happens
      --mistake NAME   put a mistake into the engine, to see that it is found:
                       \(mistakes)

    Nothing is needed and nothing is touched: the database is simulated.

    examples:
      holdfast simulate --schedules 1000
      holdfast simulate --seed 4711 --trace

    exit codes: 0 nothing wrong, 1 something was lost, doubled or told wrongly, 2 bad usage
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      let options = try Arguments(
        arguments, options: ["--seed", "--schedules", "--seconds", "--mistake"],
        flags: ["--trace"])
      let seed = try options.integer("--seed", in: 0...UInt64(Int64.max))
      let schedules = try options.integer("--schedules", in: 1...100_000_000) ?? 1
      let seconds = try options.integer("--seconds", in: 1...86_400)
      let mistake = try options["--mistake"].map { name throws(Arguments.Misuse) in
        guard let defect = Defect(rawValue: name) else {
          throw Arguments.Misuse(reason: "there is no mistake \(name)")
        }
        return defect
      }
      let run = SimulatedSchedules(
        first: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)), count: schedules,
        seconds: seconds, defect: mistake ?? .none)
      return await simulate(run, isTraced: options.has("--trace"), output)
    } catch {
      output.error("holdfast simulate: \(error.reason); see holdfast simulate --help")
      return .usage
    }
  }

  private static func simulate(
    _ schedules: SimulatedSchedules, isTraced: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    let report = await schedules.run(tell: isTraced ? output.print : nil)
    let option = schedules.defect == .none ? "" : "--mistake \(schedules.defect.rawValue) "
    for failure in report.failures {
      output.print("seed \(failure.seed):")
      for violation in failure.violations { output.print("  \(violation)") }
      output.print("  again: holdfast simulate \(option)--seed \(failure.seed) --trace")
    }
    let answers = report.answers.sorted {
      $0.value > $1.value || $0.value == $1.value && $0.key < $1.key
    }
    output.print("answers: " + answers.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    let rate = Int(Double(report.schedules) / max(report.seconds, 0.001))
    output.print(
      """
      \(report.schedules) schedules from seed \(schedules.first), \(report.calls) calls, \
      \(report.unknown) of unknown outcome, \(report.failures.count) schedules with violations; \
      \(rate) schedules a second
      """)
    return report.failures.isEmpty ? .ok : .checkFailed
  }
}
