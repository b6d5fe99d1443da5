internal import Foundation

/// The command line: `holdfast COMMAND …`.
@main
struct HoldfastCommand {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard let name = arguments.first else {
      Terminal.error(HoldfastCommand.help)
      exit(ExitCode.usage.rawValue)
    }
    arguments.removeFirst()
    switch name {
    case "demo": exit(await DemoCommand.run(arguments).rawValue)
    case "replay": exit(await ReplayCommand.run(arguments).rawValue)
    case "stress":
      let interruption = Interruption()
      interruption.listen(telling: StressCommand.interrupted)
      exit(await StressCommand.run(arguments, interruption: interruption).rawValue)
    case "stress-worker": exit(await StressWorker.run(arguments).rawValue)
    case "check": exit(await CheckCommand.run(arguments).rawValue)
    case "explain": exit(await ExplainCommand.run(arguments).rawValue)
    case "report": exit(await ReportCommand.run(arguments).rawValue)
    case "migrate": exit(await MigrateCommand.run(arguments).rawValue)
    case "erase": exit(await EraseCommand.run(arguments).rawValue)
    case "archive": exit(await ArchiveCommand.run(arguments).rawValue)
    case "rebuild-statistics": exit(await RebuildStatisticsCommand.run(arguments).rawValue)
    case "simulate": exit(await SimulateCommand.run(arguments).rawValue)
    case "help", "--help", "-h":
      Terminal.print(HoldfastCommand.help)
      exit(ExitCode.ok.rawValue)
    default:
      Terminal.error("holdfast: there is no command \(name); see holdfast --help")
      exit(ExitCode.usage.rawValue)
    }
  }

  static let help = """
    holdfast: a ledger for AI generation credits

    usage: holdfast COMMAND [options]

      demo           simulate a day of an image-and-chat product and show its figures
      replay FILE…   run scenario files and check what they expect
      stress         race on a store, injure it, and prove that nothing was lost or oversold
      check          assert the invariants over everything that a tenant has
      explain        what a balance, an entry or a reservation is made of
      report         where the credits went, as tables, charts and files
      migrate        make a ledger in PostgreSQL, or bring it to this release's version
      erase          make an account in PostgreSQL forget its texts
      archive        move old journal rows in PostgreSQL into files
      rebuild-statistics  compute the sums that reports are made of from the journal
      simulate       run the PostgreSQL store in simulated worlds where everything goes wrong

    holdfast COMMAND --help tells more, with examples.
    exit codes: 0 ok, 1 a check failed, 2 usage, 4 store unreachable
    """
}
