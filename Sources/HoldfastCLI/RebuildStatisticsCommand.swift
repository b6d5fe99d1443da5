internal import Holdfast
internal import HoldfastPostgres
internal import Synchronization

/// `holdfast rebuild-statistics`
enum RebuildStatisticsCommand {
  static let help = """
    usage: holdfast rebuild-statistics --store postgres://… (--tenant T | --all) [options]

    Computes the sums that statistics of tenants are made of from the journal, and corrects those that
    differ. Needed once for a ledger that had rows before its schema kept sums, when the last process
    of the release before has ended; until then reports are computed from the journal, which takes
    long. Needed again only if holdfast check finds a violation of I12.

      --store URL     where: a libpq URL or connection string
      --schema NAME   the schema (default holdfast)
      --tenant T      one tenant
      --all           every tenant that has an account
      --json          what was done as one JSON object

    The service may run meanwhile, and nobody waits. It reads every row, in one snapshot for each
    tenant and slot. One that was interrupted is to be run again.

    example:
      holdfast rebuild-statistics --store postgres://db.internal/app --all

    exit codes: 0 ok, 1 a stored row cannot be read, 2 bad usage, 4 store unreachable
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    let options: Arguments
    let tenant: TenantName?
    let configuration: PostgresConfiguration
    do throws(Arguments.Misuse) {
      options = try Arguments(
        arguments, options: ["--store", "--schema", "--tenant"], flags: ["--all", "--json"])
      let store = try options.database()
      tenant = try options.tenantOrAll()
      configuration = PostgresConfiguration(
        store, schema: options["--schema"] ?? SchemaName.standard.string)
    } catch {
      output.error(
        "holdfast rebuild-statistics: \(error.reason); see holdfast rebuild-statistics --help")
      return .usage
    }
    do throws(LedgerError) {
      let store = try await PostgresStore(configuration)
      let line = Mutex(ProgressLine())
      let result: Result<RebuiltStatistics, LedgerError>
      do throws(LedgerError) {
        result = .success(
          try await store.rebuildStatistics(of: tenant) { done in
            line.withLock { $0.show("\(done.accounts) accounts, \(done.entries) entries") }
          })
      } catch {
        result = .failure(error)
      }
      line.withLock { $0.end() }
      await store.close()
      output.print(text(try result.get(), isJSON: options.has("--json")))
      return .ok
    } catch {
      output.error("holdfast rebuild-statistics: \(error.explained)")
      return error.detail == "connect_invalidOptions" ? .usage : ExitCode(error)
    }
  }

  private static func text(_ report: RebuiltStatistics, isJSON: Bool) -> String {
    guard isJSON else {
      return "\(report.accounts) accounts, \(report.entries) entries, \(report.records) records of"
        + " usage: \(report.corrections) sums corrected"
    }
    let json: JSONValue = [
      "accounts": .integer(Int64(report.accounts)), "entries": .integer(Int64(report.entries)),
      "records": .integer(Int64(report.records)),
      "corrections": .integer(Int64(report.corrections)),
    ]
    return json.text
  }
}
