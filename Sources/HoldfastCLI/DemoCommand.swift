internal import Foundation
internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// `holdfast demo`
enum DemoCommand {
  static let help = """
    usage: holdfast demo [--users N] [--seed N] [--store WHERE] [--schema NAME]
                         [--json]

    Simulates a day of an image-and-chat product: users on a free and a paid plan, teams and an
    enterprise account reserve, stream, settle, cancel, crash and retry, many at once, by a
    simulated clock. Prints what a backend engineer wants to see of it, checks that everything adds up,
    and ends with a report of what the credits were spent on.

      --users N        20 to 10000 users (default 300)
      --seed N         the plan is made from it: same seed and users, same plan (default 1)
    \(StorePlace.help)
      --json           the same figures as one JSON object

    In a database the day happens in a tenant that nobody else has, `demo-…`: nothing that is there
    is touched. It stays, for holdfast explain and check.

    Colours are used on a terminal unless NO_COLOR is set.

    examples:
      holdfast demo
      holdfast demo --users 2000 --seed 7
      holdfast demo --store postgres://localhost/test
      holdfast demo --json | jq .credits

    exit codes: 0 it adds up, 1 it does not, 2 bad usage, 4 store unreachable
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
        arguments, options: ["--store", "--schema", "--users", "--seed"], flags: ["--json"])
      let place = try options.storePlace()
      let users = try options.integer("--users", in: DemoPlan.userCounts) ?? 300
      let seed = try options.integer("--seed", in: DemoPlan.seeds) ?? 1
      return await run(users: users, seed: seed, in: place, isJSON: options.has("--json"), output)
    } catch {
      output.error("holdfast demo: \(error.reason); see holdfast demo --help")
      return .usage
    }
  }

  private static func run(
    users: Int, seed: UInt64, in place: StorePlace, isJSON: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    let worlds = WorldsInOneStore(for: "demo")
    do throws(OpenedStore.Failure) {
      let opened = try await OpenedStore.open(place, clock: worlds.storeClock)
      let world = worlds.next(in: opened.store, at: DemoDay.start)
      var tenant = DemoPlan.tenant
      if case .postgres = place { tenant = world.tenant(tenant) }
      let plan = DemoPlan(users: users, seed: seed, tenant: tenant)
      let code = await run(plan, in: world, on: opened.name, isJSON: isJSON, output)
      await opened.close()
      return code
    } catch {
      output.error("holdfast demo: \(error.reason)")
      return error.code
    }
  }

  private static func run(
    _ plan: DemoPlan, in world: ReplayRunner.World, on storeName: String, isJSON: Bool,
    _ output: CommandOutput
  ) async -> ExitCode {
    let store = world.store
    var progress = DemoProgress()
    do throws(LedgerError) {
      let tally = try await DemoRun(plan: plan, store: store, clock: world.clock).run {
        progress.show($0)
      }
      progress.clear()
      let figures = try await DemoReading(plan: plan, store: store, tally: tally).figures()
      let report = DemoReport(
        plan: plan, tally: tally, figures: figures, machine: machine(storeName))
      if isJSON {
        output.print(report.json.text)
      } else {
        let style = TextStyle(isColoured: Terminal.isColoured)
        let lines = report.lines(style) + (try await spending(plan, in: store, style))
        output.print(lines.joined(separator: "\n"))
      }
      return figures.isSound ? .ok : .checkFailed
    } catch {
      progress.clear()
      output.error("holdfast demo: \(error.explained)")
      return ExitCode(error)
    }
  }

  /// What the day's credits were spent on, as holdfast report shows it.
  private static func spending(
    _ plan: DemoPlan, in store: any LedgerStore, _ style: TextStyle
  ) async throws(LedgerError) -> [String] {
    let period = StatisticsPeriod(from: DemoDay.start, to: DemoDay.end, by: .hour)
    let statistics = try await store.consumption(
      ConsumptionQuery(unit: DemoPlan.unit, period: period, grouping: .description, top: 8),
      in: plan.tenant)
    let subject = ReportSubject(
      tenant: plan.tenant, unit: DemoPlan.unit,
      definition: try await store.definition(of: DemoPlan.unit, in: plan.tenant), period: period,
      grouping: "description")
    var document = LedgerReport(statistics, of: subject).document
    document.sections = Array(document.sections.suffix(1))
    return TextPage(document).lines(style) + [""]
  }

  private static func machine(_ storeName: String) -> DemoReport.Machine {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    return DemoReport.Machine(
      store: storeName, cores: ProcessInfo.processInfo.activeProcessorCount,
      isDebugBuild: isDebugBuild)
  }
}
