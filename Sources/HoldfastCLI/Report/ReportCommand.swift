internal import Foundation
internal import Holdfast
internal import HoldfastReports

/// `holdfast report`
enum ReportCommand {
  static let help = """
    usage: holdfast report consumption|usage|reservations|expiring|top|breakage
                           --tenant T [--account A] [--unit U] [--from WHEN] [--to WHEN]
                           [--granularity G] [--time-zone Z] [--group-by G] [--top N]
                           [--format table|csv|json|svg|html] [-o FILE]
                           (--store postgres://… [--schema NAME] | --scenario FILE)

    Where the credits went. Every figure is a sum over the ledger's rows, with what is due included;
    sums of buckets and of groups are the totals.

      consumption    what came in and what left: consumed, granted, lapsed, voided, transferred
      usage          pieces of usage items, within and above their limits
      reservations   how they ended; what was held against what was charged; how long it took
      expiring       what lapses when unless it is used
      top            the accounts that consumed most, and how long what they have lasts
      breakage       what was granted and never used

      --tenant T         whose data; in a scenario `default` unless its lines say otherwise
      --account A        one account; the whole tenant when left out
      --unit U           what is counted (credits)
      --item I           one item, for usage
      --from WHEN        where the period begins (30d; for expiring +30d): an instant, a day
                         2026-03-29, a month 2026-03, a year 2026, today, yesterday, this-week,
                         last-month, next-year and so on, 24h or 7d back from now, +7d from now on
      --to WHEN          where it ends: before the day, month or word that this names; without it the
                         period is what --from names
      --granularity G    minute, hour, day, week, month or year; what suits the period
      --time-zone Z      whose calendar, such as Europe/Berlin (UTC)
      --week-start DAY   monday to sunday (monday)
      --group-by G       consumption: kind, description, item, account or metadata.NAME;
                         usage: item or account; reservations: item (the default), account or
                         description; expiring and breakage: account or category
      --top N            how many groups, the greatest, 1 to 1000 or all; the others are one (20)
      --format F         table (the default), csv, json, svg or html; the ending of FILE counts, too
      -o FILE            where to; a file that is there is replaced
      --store URL        where the ledger is: a libpq URL or connection string; PG* variables,
                         passfile and service files count, and keep a password out of the list of
                         processes
      --schema NAME      the schema that holdfast migrate made there (default holdfast)
      --scenario FILE    a replay file: it is run in memory, and what it left is reported

    A table fits the terminal; COLUMNS overrides its width. Colours are used on a terminal unless
    NO_COLOR is set.

    examples:
      holdfast report consumption --tenant acme/production --from last-month --group-by item \\
        --time-zone Europe/Berlin --store postgres://db.internal/app
      holdfast report reservations --tenant acme/production --from 7d -o reservations.html \\
        --store service=ledger
      holdfast report expiring --tenant demo/production --from 2026-03-29 --to +7d \\
        --group-by account --scenario Tests/Scenarios/demo.jsonl
      holdfast report top --tenant demo/production --from 2026-03-29 --format csv \\
        --scenario Tests/Scenarios/demo.jsonl

    exit codes: 0 reported, 1 refused, 2 unreadable file or bad usage, 4 store unreachable
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      return try await run(try ReportOptions(arguments), output)
    } catch {
      output.error("holdfast report: \(error.reason); see holdfast report --help")
      return .usage
    }
  }

  private static func run(
    _ options: ReportOptions, _ output: CommandOutput
  ) async throws(Arguments.Misuse) -> ExitCode {
    let opened: OpenedStore
    do throws(OpenedStore.Failure) {
      opened = try await OpenedStore.open(options.source, warn: output.error)
    } catch {
      output.error("holdfast report: \(error.reason)")
      return error.code
    }
    do throws(Arguments.Misuse) {
      let code = try await report(options, opened.store, output)
      await opened.close()
      return code
    } catch {
      await opened.close()
      throw error
    }
  }

  private static func report(
    _ options: ReportOptions, _ store: any LedgerStore, _ output: CommandOutput
  ) async throws(Arguments.Misuse) -> ExitCode {
    let reading = ReportReading(options: options, store: store)
    let now: Instant
    do throws(LedgerError) { now = try await reading.now() } catch {
      return refused(error, options, output)
    }
    let period = try options.period(now: now)
    do throws(LedgerError) {
      return write(text(of: try await reading.report(period), options), to: options.file, output)
    } catch {
      return refused(error, options, output)
    }
  }

  private static func refused(
    _ error: LedgerError, _ options: ReportOptions, _ output: CommandOutput
  ) -> ExitCode {
    if options.format == .json { output.print(JSONValue(error).text) }
    output.error("holdfast report: \(error.explained)")
    return ExitCode(error)
  }

  private static func text(of report: LedgerReport, _ options: ReportOptions) -> String {
    switch options.format {
    case .table:
      let isTerminal = options.file == nil
      return report.text(
        width: isTerminal ? Terminal.width : Columns.width,
        isColoured: isTerminal && Terminal.isColoured)
    case .csv: return report.csv
    case .json: return report.json.text + "\n"
    case .svg: return report.svg
    case .html: return report.html
    }
  }

  private static func write(
    _ text: String, to file: String?, _ output: CommandOutput
  ) -> ExitCode {
    guard let file else {
      // The line break at the end is the printer's.
      output.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      return .ok
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
      return .ok
    } catch {
      output.error("holdfast report: \(file): cannot be written")
      return .usage
    }
  }
}
