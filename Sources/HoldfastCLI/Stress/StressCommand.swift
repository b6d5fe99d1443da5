internal import HoldfastTesting

/// `holdfast stress`
enum StressCommand {
  static let help = """
    usage: holdfast stress [--store WHERE] [--shape NAME] [options]

    Lets clients race for balances, injures what they race on when told to, writes down every call and
    answer, and then proves from that history that nothing was lost, doubled or oversold.

      --store WHERE      memory (the default); throwaway, a PostgreSQL that is started for the run;
                         or a libpq URL or connection string such as postgres://db.internal/app
      --schema NAME      a ledger that is there: the run has a tenant of its own in it, `stress-…`,
                         which stays. Without it the run makes a schema `holdfast_stress_…` and drops
                         it at the end. Nothing else in the database is read or written.
      --adapter FILE     races your own SQL instead; see the page RaceHarness
      --keep             leave the schema, or what the adapter has set up, in place
      --shape NAME       what the clients do (default mixed); they are listed below
      --clients N        1 to 10000 (default 20), shared by
      --processes N      1 to 64 (default 1), real ones
      --seconds N        how long (default 10), or
      --commands N       how many calls
      --seed N           the clients' random numbers (default 1)
      --rate N           open loop: so many calls a second, whoever is slow; latency counts from
                         the instant for which a call was meant
      --faults LIST      what is done meanwhile, a list with commas, or all; listed below
      --fault-every T    how often (default 3s)
      --allow-faults     terminate, cut, delay and hold may strike a server of yours: only sessions
                         and connections of the run
      --history FILE     where the history goes; more files beside it for more processes. Without it
                         the history is removed, unless there is a violation
      --html FILE        writes the report as one page with charts
      --json             the report as one JSON object

    shapes:
    \(shapes)

    faults:
    \(faults)

    examples:
      holdfast stress --shape exhaustion
      holdfast stress --store throwaway --shape retry-storm --faults kill,terminate,cut
      holdfast stress --store postgres://db/app --clients 200 --processes 4 --seconds 60
      holdfast stress --store throwaway --shape spike --rate 2000 --seconds 60 --html race.html
      holdfast stress --store throwaway --adapter mine.sql --shape hot

    Ctrl-C and SIGTERM end the race early: what was recorded is judged, and what was made is removed.
    The second one ends at once: a schema, what an adapter has set up, and the history stay.

    exit codes: 0 no violation, 1 a violation, 2 bad usage, 4 store unreachable, 130 or 143 no
    violation in a race that SIGINT or SIGTERM has ended early
    """

  /// What is told to who interrupts it.
  static let interrupted =
    "holdfast stress: the race ends early and is judged; once more ends at once and removes nothing"

  private static let shapes = RaceShape.allCases.map { line($0.rawValue, $0.summary) }
    .joined(separator: "\n")
  private static let faults = RaceFault.allCases.map { line($0.rawValue, $0.summary) }
    .joined(separator: "\n")

  private static func line(_ name: String, _ summary: String) -> String {
    let gap = String(repeating: " ", count: 17 - name.count)
    return "  \(name)\(gap)\(summary)"
  }

  static func run(
    _ arguments: [String], interruption: Interruption = Interruption(),
    output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      return await run(try StressOptions(arguments), interruption: interruption, output)
    } catch {
      output.error("holdfast stress: \(error.reason); see holdfast stress --help")
      return .usage
    }
  }

  static func run(
    _ options: StressOptions, executable: String? = nil,
    interruption: Interruption = Interruption(), _ output: CommandOutput
  ) async -> ExitCode {
    do throws(StressFailure) {
      let run = try StressRun(
        options, executable: executable, interruption: interruption, output: output)
      return try await run.race()
    } catch {
      output.error("holdfast stress: \(error.reason)")
      return error.code
    }
  }
}

/// Why a race could not be held, with what the command ends with.
struct StressFailure: Error {
  let reason: String
  let code: ExitCode

  init(_ reason: String, code: ExitCode) {
    self.reason = reason
    self.code = code
  }

  init(_ failure: RaceFailure) {
    self.init(failure.reason, code: failure.isUnreachable ? .storeUnreachable : .usage)
  }

  init(_ error: HistoryError) {
    self.init("\(error)", code: .usage)
  }
}
