internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastReports

/// `holdfast erase`
enum EraseCommand {
  static let help = """
    usage: holdfast erase --store postgres://… --tenant T --account A [options]

    Makes an account forget its texts: its name, and of its rows keys, descriptions, references,
    metadata, reasons and names of accounts; of a transfer on both sides. Figures, ids and the chain
    of rows stay, and a command that is sent again is still a duplicate. There is no way back.

      --store URL     where: a libpq URL or connection string; the role must own the ledger
      --schema NAME   the schema (default holdfast)
      --tenant T      the tenant of the account
      --account A     the account, by its name; also to go on with one that was interrupted
      --json          what was done as one JSON object

    The service may run meanwhile. Each call is recorded in the table erasure, with time and role.
    What stays: units, items, kinds of entries; texts in backups and in copies of the feed; and what
    other accounts' commands of a group say of themselves. The account is not closed: whoever knows
    its name can use it, and the texts of new commands are kept.

    example:
      holdfast erase --store postgres://owner@db.internal/app --tenant acme --account ada

    exit codes: 0 ok, 1 no such account or refused, 2 bad usage, 4 store unreachable
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
        arguments, options: ["--store", "--schema", "--tenant", "--account"], flags: ["--json"])
      let store = try options.database()
      let address = AccountAddress(
        tenant: TenantName(try options.need("--tenant")),
        account: AccountName(try options.need("--account")))
      let schema = try options.schema() ?? .standard
      return await erase(address, schema, in: store, isJSON: options.has("--json"), output)
    } catch {
      output.error("holdfast erase: \(error.reason); see holdfast erase --help")
      return .usage
    }
  }

  private static func erase(
    _ address: AccountAddress, _ schema: SchemaName, in store: String, isJSON: Bool,
    _ output: CommandOutput
  ) async -> ExitCode {
    let options = ConnectionOptions(
      store, schema: schema.string, statements: .unnamed, applicationName: "holdfast erase")
    do throws(RetentionError) {
      let report = try await Eraser(address, schema: schema).run(on: options)
      if isJSON {
        let json: JSONValue = [
          "rows": .integer(Int64(report.rows)),
          "counterpartRows": .integer(Int64(report.counterpartRows)),
        ]
        output.print(json.text)
      } else {
        output.print(
          "erased the texts of \(report.rows) rows, and of \(report.counterpartRows) rows of other"
            + " accounts on the other side of transfers")
      }
      return .ok
    } catch {
      output.error("holdfast erase: \(error)".printable)
      return ExitCode(error)
    }
  }
}

extension ExitCode {
  /// What an erasure ends with that stopped.
  fileprivate init(_ error: RetentionError) {
    if case .store(let cause) = error {
      self = ExitCode(MigrationError.store(cause))
    } else {
      self = .checkFailed
    }
  }
}
