internal import Foundation
internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// `holdfast check --history FILE…`
enum HistoryCheckCommand {
  /// What is asked for.
  private struct Order {
    let paths: [String]
    let place: StorePlace
    let evidence: String?
    let isJSON: Bool

    init(_ arguments: [String]) throws(Arguments.Misuse) {
      // Behind the option stands the first file; the others follow wherever they like.
      let prefix = "--history="
      let options = try Arguments(
        arguments.flatMap { word in
          word.hasPrefix(prefix) ? ["--history", String(word.dropFirst(prefix.count))] : [word]
        }, options: ["--evidence", "--store", "--schema"], flags: ["--history", "--json"],
        takesWords: true)
      isJSON = options.has("--json")
      evidence = options["--evidence"]
      place = try options.storePlace()
      paths = options.words
      guard !paths.isEmpty else { throw Arguments.Misuse(reason: "--history needs a file") }
    }
  }

  static func run(_ arguments: [String], output: CommandOutput) async -> ExitCode {
    do throws(Arguments.Misuse) {
      let order = try Order(arguments)
      do throws(OpenedStore.Failure) {
        return try await check(order, output)
      } catch {
        output.error("holdfast check: \(error.reason)")
        return error.code
      }
    } catch {
      output.error("holdfast check: \(error.reason); see holdfast check --help")
      return .usage
    }
  }

  private static func check(
    _ order: Order, _ output: CommandOutput
  ) async throws(OpenedStore.Failure) -> ExitCode {
    let begun = ContinuousClock.now
    let (report, evidence) = try await judge(order)
    let seconds = begun.duration(to: .now)
    if let path = order.evidence, let evidence {
      guard FileManager.default.createFile(atPath: path, contents: Data(evidence.text)) else {
        throw OpenedStore.Failure(reason: "\(path): cannot be written", code: .usage)
      }
    }
    let printed = PrintedHistoryReport(
      report: report, evidence: evidence, evidencePath: order.evidence, seconds: seconds)
    if order.isJSON {
      output.print(printed.json.text)
    } else {
      for line in printed.text { output.print(line) }
    }
    return report.isSound ? .ok : .checkFailed
  }

  private static func judge(
    _ order: Order
  ) async throws(OpenedStore.Failure) -> (HistoryReport, RaceEvidence?) {
    let checker = HistoryChecker()
    do {
      let history = try RaceHistory(paths: order.paths)
      let report: HistoryReport
      switch (history.header.target, order.place) {
      case (.adapter, .memory): report = try checker.check(history)
      case (.adapter, .postgres):
        throw OpenedStore.Failure(
          reason: "the history is of an adapter, and is checked without --store", code: .usage)
      case (.holdfast, .memory):
        report = try checker.check(history)
        guard report.rows > 0 || report.counts.applied == 0 else {
          throw OpenedStore.Failure(
            reason: "the history is of a Holdfast store: name it with --store postgres://…",
            code: .usage)
        }
      case (.holdfast, .postgres): report = try await check(history, in: order.place, checker)
      }
      let shown = report.findings.lazy.first { !$0.calls.isEmpty || $0.isPlaced }
      let evidence = try shown.flatMap { finding throws(HistoryError) in
        try checker.evidence(of: finding, from: order.paths)
      }
      return (report, evidence)
    } catch let failure as OpenedStore.Failure {
      throw failure
    } catch let error as HistoryError {
      throw OpenedStore.Failure(reason: error.description, code: .usage)
    } catch let error as LedgerError {
      throw OpenedStore.Failure(reason: error.explained, code: ExitCode(error))
    } catch {
      throw OpenedStore.Failure(
        reason: "the store does not hand out its content", code: .storeUnreachable)
    }
  }

  private static func check(
    _ history: RaceHistory, in place: StorePlace, _ checker: HistoryChecker
  ) async throws -> HistoryReport {
    let opened = try await OpenedStore.open(place)
    let result: Result<HistoryReport, any Error>
    do {
      let tenant = TenantName(history.header.tenant)
      guard try await LedgerChecker().tenants(of: opened.store).contains(tenant) else {
        throw OpenedStore.Failure(
          reason: "the store has nothing of tenant \(tenant.string.printable), which the run made:"
            + " it is another store, or the run has cleaned up (stress --keep)", code: .usage)
      }
      result = .success(try await checker.check(history, in: opened.store))
    } catch {
      result = .failure(error)
    }
    await opened.close()
    return try result.get()
  }
}
