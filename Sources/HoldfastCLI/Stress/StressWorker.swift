internal import Foundation
internal import HoldfastTesting

/// `holdfast stress-worker ORDER`: one process of a race, started by `holdfast stress` and by nobody
/// else.
enum StressWorker {
  static func run(_ arguments: [String]) async -> ExitCode {
    guard let path = arguments.first, let order = StressOrder(path: path),
      let (header, plan) = order.plan()
    else {
      Terminal.error("holdfast stress-worker: is started by holdfast stress")
      return .usage
    }
    do {
      let history = try HistoryWriter(path: order.history, header: header)
      let target = try await order.work().open(header, clients: plan.clients.count)
      let meter = RaceMeter()
      let telling = Task {
        while !Task.isCancelled {
          do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
          tell(meter)
        }
      }
      let racing = Task {
        try await RaceDriver(target: target, history: history, meter: meter, plan: plan).run()
      }
      Lifeline.watch { racing.cancel() }
      try await racing.value
      telling.cancel()
      await telling.value
      await target.close()
      try history.finish()
      tell(meter)
      return .ok
    } catch let error as RaceFailure {
      Terminal.error(error.reason)
      return error.isUnreachable ? .storeUnreachable : .usage
    } catch {
      Terminal.error("\(error)")
      return .usage
    }
  }

  private static func tell(_ meter: RaceMeter) {
    Terminal.print(StressWorkerReport(meter.take()).line)
  }
}
