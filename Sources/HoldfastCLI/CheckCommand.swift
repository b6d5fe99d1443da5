internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// `holdfast check`
enum CheckCommand {
  static let help = """
    usage: holdfast check (--tenant T | --all) [--json]
                          (--store postgres://… [--schema NAME] [--archive DIR] | --scenario FILE)
           holdfast check --history FILE… [--store postgres://… [--schema NAME]]
                          [--evidence FILE] [--json]

    Recomputes every figure of a tenant from its journal rows alone and compares it with what is
    stored, and with its statistics: the invariants I1 to I10, I12 and I13. Prints accounts, rows
    and each violation.

      --tenant T        one tenant; in a scenario `default` unless its lines say otherwise
      --all             every tenant that has an account
      --json            the same as one JSON object
      --store URL       where the ledger is: a libpq URL or connection string; PG* variables,
                        passfile and service files count, and keep a password out of the list of
                        processes
      --schema NAME     the schema that holdfast migrate made there (default holdfast)
      --archive DIR     with the files of holdfast archive: the whole history is checked, and that it
                        is what was archived; without them it begins at the checkpoints
      --scenario FILE   a replay file: it is run in memory, and what it left is checked

    It locks nobody. Each account is read in a snapshot of its own, so let nothing write to the
    tenant meanwhile: what one account sent another may else be seen on one side only. On a terminal
    a check that takes longer than two seconds tells how far it is.

    With --history it compares what the clients of a race were told with what there is: the files
    that holdfast stress wrote, all of a run, and the store that it ran on. Of a race on an
    adapter, and of evidence, the files are enough. Besides the above: I11 every acknowledged
    effect is there once with the figures that were told, no unknown one twice, and no row that
    nobody asked for; I14 versions, refusals and reads agree with real time.

      --evidence FILE   writes the calls that show the first violation, as few as do: a history too

    examples:
      holdfast check --all --store postgres://db.internal/app
      holdfast check --tenant acme/production --store service=ledger --schema credits --json
      holdfast check --all --store postgres://db.internal/app --archive /archive
      holdfast check --all --scenario Tests/Scenarios/demo.jsonl
      holdfast check --history race.jsonl race.jsonl.* --store postgres://db.internal/app

    exit codes: 0 nothing found, 1 a violation, 2 unreadable or foreign file, wrong store or bad
    usage, 4 store unreachable
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    if arguments.contains(where: { $0 == "--history" || $0.hasPrefix("--history=") }) {
      return await HistoryCheckCommand.run(arguments, output: output)
    }
    let options: Arguments
    let source: OpenedStore.Source
    let tenant: TenantName?
    do throws(Arguments.Misuse) {
      options = try Arguments(
        arguments, options: ["--tenant", "--store", "--schema", "--archive", "--scenario"],
        flags: ["--all", "--json"])
      source = try options.source()
      tenant = try options.tenantOrAll()
    } catch {
      output.error("holdfast check: \(error.reason); see holdfast check --help")
      return .usage
    }
    do throws(OpenedStore.Failure) {
      let opened = try await OpenedStore.open(source, warn: output.error)
      if let folder = options["--archive"] { try await opened.attach(archive: folder) }
      let code = await check(
        opened.store, tenant: tenant, isJSON: options.has("--json"), output)
      await opened.close()
      return code
    } catch {
      output.error("holdfast check: \(error.reason)")
      return error.code
    }
  }

  /// - Parameter tenant: `nil` for all.
  static func check(
    _ store: any LedgerStore, tenant: TenantName?, isJSON: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    let checker = LedgerChecker()
    var reports: [(tenant: TenantName, report: CheckReport)] = []
    do {
      let tenants: [TenantName]
      if let tenant { tenants = [tenant] } else { tenants = try await checker.tenants(of: store) }
      var line = ProgressLine()
      defer { line.end() }
      for tenant in tenants {
        let report = try await checker.check(store, tenant: tenant) { progress in
          line.show(
            "\(tenant.string.printable): \(progress.accounts) accounts, \(progress.rows) rows,"
              + " \(progress.violations) violations")
        }
        reports.append((tenant, report))
      }
    } catch let error as LedgerError {
      output.error("holdfast check: \(error.explained)")
      return ExitCode(error)
    } catch {
      output.error("holdfast check: the store does not hand out its content")
      return .storeUnreachable
    }
    return finish(reports, isJSON: isJSON, output)
  }

  /// Prints what was found.
  static func finish(
    _ reports: [(tenant: TenantName, report: CheckReport)], isJSON: Bool, _ output: CommandOutput
  ) -> ExitCode {
    if isJSON {
      output.print(json(reports).text)
    } else {
      for line in text(reports) { output.print(line) }
    }
    return reports.allSatisfy(\.report.isSound) ? .ok : .checkFailed
  }

  private static func text(
    _ reports: [(tenant: TenantName, report: CheckReport)]
  ) -> [String] {
    if reports.isEmpty { return ["no tenant has an account"] }
    return reports.flatMap { tenant, report -> [String] in
      let count = report.violations.count + report.unlisted
      let head =
        "\(tenant.string.printable): \(report.accounts) accounts, \(report.rows) rows,"
        + " \(count) violations"
      let found = report.violations.map { "  \($0.invariant): \($0.detail.printable)" }
      let rest = report.unlisted > 0 ? ["  … and \(report.unlisted) more"] : []
      return [head] + found + rest
    }
  }

  private static func json(
    _ reports: [(tenant: TenantName, report: CheckReport)]
  ) -> JSONValue {
    let tenants = reports.map { tenant, report -> JSONValue in
      [
        "tenant": .string(tenant.string),
        "accounts": .integer(Int64(report.accounts)),
        "rows": .integer(Int64(report.rows)),
        "violations": .array(
          report.violations.map {
            ["invariant": .string($0.invariant), "detail": .string($0.detail)]
          }),
        "unlistedViolations": .integer(Int64(report.unlisted)),
      ]
    }
    return [
      "sound": .bool(reports.allSatisfy(\.report.isSound)), "tenants": .array(tenants),
    ]
  }
}
