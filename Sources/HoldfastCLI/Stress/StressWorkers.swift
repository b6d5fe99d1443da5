internal import Foundation
internal import HoldfastTesting
internal import Synchronization

/// The worker processes of a race.
final class StressWorkers: Sendable {
  let options: StressOptions
  let stage: StressStage
  let header: RaceHeader
  let files: HistoryFiles
  let executable: String

  /// How long after the end the last calls may take, in microseconds.
  static let patience: Int64 = 45_000_000

  private struct Worker: Sendable {
    let process: ChildProcess
    let lifeline: Lifeline
    let report: String
    let clients: Range<Int32>
    let pace: RacePace
    /// How many calls it may make; `nil` for any number.
    let calls: Int64?
    var wasKilled = false
    var last = StressWorkerReport()
  }

  private struct State {
    var workers: [Worker] = []
    var nextClient: Int32 = 0
    var isEnding = false
    var random: SplitMix
  }

  private let state: Mutex<State>

  init(
    options: StressOptions, stage: StressStage, header: RaceHeader, files: HistoryFiles,
    executable: String
  ) {
    self.options = options
    self.stage = stage
    self.header = header
    self.files = files
    self.executable = executable
    state = Mutex(State(random: SplitMix(seed: options.seed &+ 99)))
  }

  func start(_ plan: RaceDriver.Plan) throws(RaceFailure) {
    for index in 0..<options.processes {
      let share = Int(options.clients) / options.processes
      let more = index < Int(options.clients) % options.processes ? 1 : 0
      var plan = plan
      plan.calls = plan.calls.map { max(1, $0 * Int64(share + more) / Int64(options.clients)) }
      try start(clients: Int32(share + more), plan)
    }
  }

  private func start(clients count: Int32, _ plan: RaceDriver.Plan) throws(RaceFailure) {
    try state.withLock { state throws(RaceFailure) in
      var plan = plan
      plan.clients = state.nextClient..<state.nextClient + count
      plan.pace.start = max(plan.pace.start, plan.clock.now)
      let skew =
        options.faults.contains(.skew) ? state.random.number(-2_000_000...2_000_000) : nil
      let history = files.next()
      let order = StressOrder(
        work: stage.work, header: header, plan: plan, history: history, skew: skew)
      let lifeline = try StressWorkers.lifeline()
      let worker = Worker(
        process: try order.begin(executable, report: "\(history).report", lifeline: lifeline),
        lifeline: lifeline, report: "\(history).report", clients: plan.clients, pace: plan.pace,
        calls: plan.calls)
      state.nextClient += count
      state.workers.append(worker)
      if state.isEnding { lifeline.askForEnd() }
    }
  }

  private static func lifeline() throws(RaceFailure) -> Lifeline {
    do throws(ThrowAwayPostgresError) { return try Lifeline() } catch {
      throw RaceFailure("no worker could be started: \(error)")
    }
  }

  /// Kills one, and lets another take its place, with the calls that are left to it; says what was
  /// done.
  func replaceOne(_ plan: RaceDriver.Plan) async -> String {
    let killed: Worker? = state.withLock { state in
      let running = state.workers.indices.filter { state.workers[$0].process.isRunning }
      guard !running.isEmpty else { return nil }
      let index = running[Int(state.random.next() % UInt64(running.count))]
      state.workers[index].wasKilled = true
      return state.workers[index]
    }
    guard let killed else { return "no worker was left to kill" }
    killed.process.send(signal: 9)
    let made = StressWorkerReport(lastIn: killed.report)?.counts.calls ?? 0
    var plan = plan
    plan.calls = killed.calls.map { max(1, $0 - made) }
    let clients = "\(killed.clients.lowerBound) to \(killed.clients.upperBound - 1)"
    do throws(RaceFailure) {
      try start(clients: Int32(killed.clients.count), plan)
    } catch {
      return "SIGKILL worker of clients \(clients), and no other could be started"
    }
    return "SIGKILL worker of clients \(clients)"
  }

  var areRunning: Bool {
    get async { state.withLock { $0.workers.contains { $0.process.isRunning } } }
  }

  /// Lets all of them, and those that take their places, end their race early.
  func askForEnd() {
    state.withLock { state in
      state.isEnding = true
      for worker in state.workers { worker.lifeline.askForEnd() }
    }
  }

  /// Ends those that are still there.
  func stop() {
    state.withLock { state in
      for index in state.workers.indices where state.workers[index].process.isRunning {
        state.workers[index].wasKilled = true
        state.workers[index].process.send(signal: 9)
      }
    }
  }

  /// What each counted so far.
  var counts: [RaceMeter.Counts] { read().map(\.counts) }

  var processorSeconds: Double { read().reduce(0) { $0 + $1.processorSeconds } }

  /// Why a worker gave up; `nil` when none did. One that was killed did not.
  var failure: RaceFailure? {
    let workers = state.withLock { $0.workers }
    defer { for worker in workers { try? FileManager.default.removeItem(atPath: worker.report) } }
    for worker in workers where !worker.wasKilled {
      let status = worker.process.wait(seconds: 0)
      guard status != 0 else { continue }
      let text = (try? String(contentsOfFile: worker.report, encoding: .utf8)) ?? ""
      let last = text.split(separator: "\n").last { !$0.hasPrefix("{") }
      return RaceFailure(
        "a worker gave up: \(last ?? "it ended with status \(status ?? -1)")",
        isUnreachable: status.map { ($0 >> 8) & 0xff } == ExitCode.storeUnreachable.rawValue)
    }
    return nil
  }

  private func read() -> [StressWorkerReport] {
    state.withLock { state in
      for index in state.workers.indices {
        if let report = StressWorkerReport(lastIn: state.workers[index].report) {
          state.workers[index].last = report
        }
      }
      return state.workers.map(\.last)
    }
  }

  /// When each call was meant to be sent.
  func intended(or pace: RacePace) -> RaceFiguresReader.Intended {
    guard pace.isOpen else { return { _ in nil } }
    let workers = state.withLock { $0.workers.map { ($0.clients, $0.pace) } }
    return { id in
      let own = workers.first { $0.0.contains(id.client) }?.1 ?? pace
      return own.intended(index: id.client, number: id.number)
    }
  }
}
