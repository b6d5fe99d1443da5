internal import Holdfast

/// `holdfast explain`
enum ExplainCommand {
  static let help = """
    usage: holdfast explain --tenant T --account A [--unit U]
                            [--entry ID | --reservation ID | --key K | --at INSTANT | --last SPAN]
                            [--limit N] [--json]
                            (--store postgres://… [--schema NAME] [--archive DIR] |
                             --scenario FILE)

    Says what a figure is made of: what came in, which lots burned, who holds what since when, what
    lapsed. Without a choice it explains the balances as they are now.

      --tenant T         whose data; in a scenario `default` unless its lines say otherwise
      --account A        the account
      --unit U           one balance; all of them when left out
      --entry ID         one entry: what caused it, what it drew, what became of it
      --reservation ID   one reservation, from its reserve to its end
      --key K            whatever was done under an idempotency key
      --at INSTANT       the balances as they were then, such as 2026-12-02T00:00:00Z
      --last SPAN        what changed them in the last 30m, 24h, 7d or 2w
      --limit N          the most rows of a timeline, 1 to 10000; the latest are shown (50)
      --json             the same as one JSON object
      --store URL        where the ledger is: a libpq URL or connection string; PG* variables,
                         passfile and service files count, and keep a password out of the list of
                         processes
      --schema NAME      the schema that holdfast migrate made there (default holdfast)
      --archive DIR      with the files of holdfast archive: what they have is explained, too
      --scenario FILE    a replay file: it is run in memory, and what it left is explained; its
                         labels can stand for ids, as in --reservation '$hold.reservationId'

    examples:
      holdfast explain --tenant acme/production --account ada --last 24h \\
        --store postgres://db.internal/app
      holdfast explain --tenant acme/production --account ada --last 24h \\
        --scenario Tests/Scenarios/where-did-40-credits-go.jsonl
      holdfast explain --tenant acme/production --account ada --key req-83 --json \\
        --scenario Tests/Scenarios/where-did-40-credits-go.jsonl

    exit codes: 0 explained, 1 nothing found, 2 unreadable file or bad usage, 4 store unreachable
    """

  private static let choices = ["--entry", "--reservation", "--key", "--at", "--last"]

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
        options: Set(
          choices + [
            "--tenant", "--account", "--unit", "--limit", "--store", "--schema", "--archive",
            "--scenario",
          ]),
        flags: ["--json"])
      return try await run(options, output)
    } catch {
      output.error("holdfast explain: \(error.reason); see holdfast explain --help")
      return .usage
    }
  }

  private static func run(
    _ options: Arguments, _ output: CommandOutput
  ) async throws(Arguments.Misuse) -> ExitCode {
    let source = try options.source()
    var query = ExplainQuery(
      account: AccountAddress(
        tenant: TenantName(try options.need("--tenant")),
        account: AccountName(try options.need("--account"))),
      unit: options["--unit"].map { UnitName($0) })
    query.limit = try options.integer("--limit", in: 1...10_000) ?? 50
    _ = try subject(options) { $0 }
    let opened: OpenedStore
    do throws(OpenedStore.Failure) {
      opened = try await OpenedStore.open(source, warn: output.error)
      if let folder = options["--archive"] { try await opened.attach(archive: folder) }
    } catch {
      output.error("holdfast explain: \(error.reason)")
      return error.code
    }
    do throws(Arguments.Misuse) {
      query.subject = try subject(options, resolve: opened.resolve)
      let code = await explain(query, isJSON: options.has("--json"), opened.store, output)
      await opened.close()
      return code
    } catch {
      await opened.close()
      throw error
    }
  }

  private static func subject(
    _ options: Arguments, resolve: (String) -> String?
  ) throws(Arguments.Misuse) -> ExplainQuery.Subject {
    let given = choices.filter { options[$0] != nil }
    guard given.count <= 1 else {
      throw Arguments.Misuse(reason: "\(given.joined(separator: " and ")) exclude each other")
    }
    func id(_ text: String) throws(Arguments.Misuse) -> String {
      guard let id = resolve(text) else {
        throw Arguments.Misuse(reason: "no line of the scenario gives \(text)")
      }
      return id
    }
    if let text = options["--entry"] { return .entry(EntryID(try id(text))) }
    if let text = options["--reservation"] { return .reservation(ReservationID(try id(text))) }
    if let key = options["--key"] { return .key(IdempotencyKey(key)) }
    if let text = options["--at"] {
      guard let instant = Instant(text) else {
        throw Arguments.Misuse(reason: "--at takes an instant such as 2026-12-02T00:00:00Z")
      }
      return .asOf(instant)
    }
    guard let text = options["--last"] else { return .balance }
    guard let seconds = seconds(text) else {
      throw Arguments.Misuse(reason: "--last takes a span such as 30m, 24h, 7d or 2w")
    }
    return .last(seconds: seconds)
  }

  /// Of a span such as `24h`; at most a hundred years.
  static func seconds(_ text: String) -> Int? {
    let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let unit = text.last, let factor = factors[unit],
      text.dropLast().utf8.allSatisfy({ (48...57).contains($0) }),
      let count = Int(text.dropLast()), count > 0
    else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: factor)
    return overflow || seconds > 3_155_760_000 ? nil : seconds
  }

  private static func explain(
    _ query: ExplainQuery, isJSON: Bool, _ store: any LedgerStore, _ output: CommandOutput
  ) async -> ExitCode {
    do throws(LedgerError) {
      let explanation = try await store.explain(query)
      if isJSON {
        output.print(JSONValue(explanation).text)
      } else {
        output.print(ExplanationText(explanation).lines.joined(separator: "\n"))
      }
      return explanation.isEmpty ? .checkFailed : .ok
    } catch {
      if isJSON { output.print(JSONValue(error).text) }
      output.error("holdfast explain: \(error.explained)")
      return ExitCode(error)
    }
  }
}

extension Explanation {
  /// Whether the account, or the balance asked for, never had a row.
  fileprivate var isEmpty: Bool {
    reservations.isEmpty && entries.isEmpty
      && balances.allSatisfy { $0.steps.isEmpty && $0.opening == $0.closing && $0.lots.isEmpty }
  }
}
