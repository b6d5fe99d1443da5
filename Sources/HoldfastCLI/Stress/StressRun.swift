internal import Foundation
internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// One race from its beginning to its report.
struct StressRun: Sendable {
  let options: StressOptions
  let output: CommandOutput
  /// Names the run, its tenant and its schema.
  let id: String
  let files: HistoryFiles
  /// The program that worker processes run.
  let executable: String
  let interruption: Interruption

  init(
    _ options: StressOptions, executable: String?, interruption: Interruption,
    output: CommandOutput
  ) throws(StressFailure) {
    self.options = options
    self.interruption = interruption
    self.output = output
    id = String(UInt64.random(in: 0 ... .max), radix: 36)
    files = try HistoryFiles(options.history, run: id)
    self.executable = executable ?? Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  func race() async throws(StressFailure) -> ExitCode {
    let stage: StressStage
    do throws(RaceFailure) {
      stage = try await StressStage.open(options, run: id)
    } catch {
      throw StressFailure(error)
    }
    do throws(StressFailure) {
      let report = try await race(on: stage)
      await stage.cleanUp(keeping: options.keeps) { output.error("holdfast stress: \($0)") }
      return try finish(report)
    } catch {
      await stage.cleanUp(keeping: options.keeps) { output.error("holdfast stress: \($0)") }
      files.remove()
      throw error
    }
  }

  private func race(on stage: StressStage) async throws(StressFailure) -> RaceReport {
    do throws(RaceFailure) {
      let header = try await header(stage)
      let target = try await stage.direct.open(header, clients: Int(options.clients))
      do throws(RaceFailure) {
        try await target.prepare()
        let report = try await race(on: stage, target, header)
        await target.close()
        return report
      } catch {
        await target.close()
        throw error
      }
    } catch {
      throw StressFailure(error)
    }
  }

  private func race(
    on stage: StressStage, _ target: any RaceTarget, _ header: RaceHeader
  ) async throws(RaceFailure) -> RaceReport {
    do {
      let notes = try HistoryWriter(path: files.first, header: header)
      let clock = RaceClock(origin: header.origin)
      let workers = StressWorkers(
        options: options, stage: stage, header: header, files: files, executable: executable)
      let start = clock.now + (options.usesWorkers ? 500_000 : 20_000)
      let end = start + Int64(options.seconds) * 1_000_000
      let field = RaceField(
        options: options, stage: stage, notes: notes, workers: workers,
        interruption: interruption,
        plan: RaceDriver.Plan(
          shape: options.shape, seed: options.seed, clients: 0..<options.clients,
          pace: options.pace(start: start), clock: clock, end: end, calls: options.commands))
      let cost = try await field.race(header: header)
      if header.target == .adapter { try await note(target, header, in: notes) }
      try notes.finish()
      let figures = try RaceFiguresReader.figures(
        of: RaceHistory(paths: files.paths), intended: workers.intended(or: field.plan.pace))
      let verdict = try await RaceJudge(target: target, header: header, files: files).verdict()
      var setting = setting
      if let cost, figures.calls > 0 {
        setting.overhead = HarnessOverhead(
          harness: try await HarnessCost.microseconds(of: field.plan, header: header),
          client: cost * 1e6 / Double(figures.calls))
      }
      return RaceReport(figures: figures, header: header, setting: setting, verdict: verdict)
    } catch let error as RaceFailure {
      throw error
    } catch {
      throw RaceFailure("\(error)")
    }
  }

  private func header(_ stage: StressStage) async throws(RaceFailure) -> RaceHeader {
    let ground = options.shape.ground
    var header = RaceHeader(
      run: id, tenant: "stress-\(id)", shape: options.shape.rawValue, seed: options.seed,
      store: stage.name, target: stage.target, started: try await stage.clock(),
      origin: RaceClock.machine, accounts: ground.accounts, items: ground.items)
    header.opening = [.all(ground.opening)]
    header.overdraft = [.all(ground.overdraft)]
    return header
  }

  /// What the balances are after the race, for a judge who cannot look into a journal.
  private func note(
    _ target: any RaceTarget, _ header: RaceHeader, in notes: HistoryWriter
  ) async throws(RaceFailure) {
    for account in 0..<header.accounts {
      let balance = try await target.balance(account: account, unit: 0)
      do throws(HistoryError) {
        try notes.append(.balance(balance))
      } catch {
        throw RaceFailure("\(error)")
      }
    }
  }

  private var setting: RaceReport.Setting {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    return RaceReport.Setting(
      clients: options.clients, processes: options.processes, rate: options.rate,
      faults: options.faults, cores: ProcessInfo.processInfo.activeProcessorCount,
      isDebugBuild: isDebugBuild)
  }

  /// Shows the report, and says what the command ends with.
  private func finish(_ report: RaceReport) throws(StressFailure) -> ExitCode {
    if options.isJSON {
      output.print(report.json.text)
    } else {
      let style = TextStyle(isColoured: Terminal.isColoured)
      output.print(report.lines(style).joined(separator: "\n"))
    }
    if let path = options.html { try write(report, to: path) }
    if report.verdict.isSound {
      if options.history == nil { files.remove() }
      return interruption.exitCode ?? .ok
    }
    output.error("holdfast stress: the history is in \(files.paths.joined(separator: " "))")
    if let path = report.verdict.evidence {
      output.error("holdfast stress: the calls that show the first violation are in \(path)")
    }
    return .checkFailed
  }

  private func write(_ report: RaceReport, to path: String) throws(StressFailure) {
    let page = HTMLPage(
      report.document, footer: "holdfast stress, run \(id), \(StoreClock.system.now().description)")
    guard FileManager.default.createFile(atPath: path, contents: Data(page.text.utf8)) else {
      throw StressFailure("\(path): cannot be written", code: .usage)
    }
  }
}
