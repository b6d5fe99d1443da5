internal import HoldfastTesting

/// One line on a terminal that tells how a race goes.
struct LiveLine: Sendable {
  let clock: RaceClock

  /// Shows it twice a second until the task is cancelled.
  ///
  /// - Parameter counts: of each process, latencies since they were last asked for.
  func show(_ counts: @Sendable () async -> [RaceMeter.Counts]) async {
    guard Terminal.isErrorTerminal else { return }
    var last: Int64 = 0
    var lastAt = clock.now
    while !Task.isCancelled {
      do { try await Task.sleep(for: .milliseconds(500)) } catch { break }
      var sum = RaceMeter.Counts()
      for count in await counts() { sum.add(count) }
      let now = clock.now
      let rate = Double(sum.calls - last) * 1e6 / Double(max(1, now - lastAt))
      (last, lastAt) = (sum.calls, now)
      let refused = sum.calls > 0 ? 100 * sum.refused / sum.calls : 0
      Terminal.errorLine(
        "\(now / 1_000_000) s  \(Int64(rate)) calls/s  p99 "
          + "\(RaceReport.milliseconds(sum.latencies.quantile(0.99))) ms  refused \(refused) %  "
          + "unknown \(sum.unknown)")
    }
    Terminal.errorLine("")
  }
}
