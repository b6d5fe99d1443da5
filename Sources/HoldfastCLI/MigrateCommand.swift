internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastReports

/// `holdfast migrate`
enum MigrateCommand {
  static let help = """
    usage: holdfast migrate --store postgres://… [options]

    Makes the tables of a ledger in PostgreSQL, or brings those that are there to the version of this
    release. Forward only; may run while the service does and in several processes at once: what is
    done already is not done again, and what was applied is compared with its checksum.

      --store URL          where: a libpq URL or connection string; PG* variables, passfile and
                           service files count, and keep a password out of the list of processes
      --schema NAME        the schema (default holdfast); made where it is missing
      --slots N            over how many slots rows are spread, 1 to 64 (default 8; 64 for a
                           cluster); fixed when the schema is made
      --owner ROLE         who is to own everything (default: the role that connects)
      --application ROLE   may run the service: no journal row can be changed or removed
      --reader ROLE        may read
      --lock-timeout T     how long a statement waits for a lock: 500ms, 5s, 2m (default 5s); what
                           was not to be had is tried again, up to 6 times
      --dry-run            print the statements, write nothing
      --json               what was done as one JSON object

    Roles must exist. What they are granted is granted again each time.

    examples:
      holdfast migrate --store postgres://db.internal/app --dry-run
      holdfast migrate --store postgres://db.internal/app --application app --reader metrics
      holdfast migrate --store 'service=ledger' --schema credits --slots 64 --json

    exit codes: 0 ok, 1 refused, 2 bad usage, 4 store unreachable or a lock not to be had
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
        arguments,
        options: [
          "--store", "--schema", "--slots", "--owner", "--application", "--reader",
          "--lock-timeout",
        ], flags: ["--dry-run", "--json"])
      return await migrate(
        try options.database(), try settings(options), isDryRun: options.has("--dry-run"),
        isJSON: options.has("--json"), output)
    } catch {
      output.error("holdfast migrate: \(error.reason); see holdfast migrate --help")
      return .usage
    }
  }

  private static func settings(
    _ options: Arguments
  ) throws(Arguments.Misuse) -> MigrationSettings {
    var settings = MigrationSettings()
    if let schema = try options.schema() { settings.schema = schema }
    settings.slots = try options.integer("--slots", in: MigrationSettings.slotCounts)
    settings.owner = try role("--owner", options)
    for purpose in RoleGrant.Purpose.allCases {
      if let role = try role("--\(purpose.rawValue)", options) {
        settings.grants.append(RoleGrant(purpose, to: role))
      }
    }
    if let timeout = try options.duration(
      "--lock-timeout", in: .milliseconds(1) ... .seconds(3600))
    {
      settings.lockTimeout = timeout
    }
    return settings
  }

  private static func role(
    _ option: String, _ options: Arguments
  ) throws(Arguments.Misuse) -> SQLName? {
    guard let text = options[option] else { return nil }
    guard let role = SQLName(text) else {
      throw Arguments.Misuse(reason: "no role can have the name that \(option) gives")
    }
    return role
  }

  private static func migrate(
    _ store: String, _ settings: MigrationSettings, isDryRun: Bool, isJSON: Bool,
    _ output: CommandOutput
  ) async -> ExitCode {
    let options = ConnectionOptions(
      store, schema: settings.schema.string, statements: .unnamed,
      applicationName: "holdfast migrate")
    do throws(MigrationError) {
      let report = try await Migrator(settings).run(on: options, isDryRun: isDryRun)
      let printed = PrintedMigration(report: report, isDryRun: isDryRun)
      output.print(isJSON ? printed.json.text : printed.text)
      return .ok
    } catch {
      output.error("holdfast migrate: \(error)".printable)
      return ExitCode(error)
    }
  }
}

extension ExitCode {
  /// What a migration ends with that stopped.
  init(_ error: MigrationError) {
    guard case .store(let cause) = error else {
      self = .checkFailed
      return
    }
    switch cause.kind {
    case .cannotConnect(.invalidOptions): self = .usage
    case .cannotConnect, .connectionLost, .timedOut: self = .storeUnreachable
    case .refused: self = cause.isRetryable ? .storeUnreachable : .checkFailed
    }
  }
}
