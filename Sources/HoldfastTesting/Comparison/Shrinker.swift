internal import Holdfast

/// Makes a failing workload short: drops chunks of steps, then single ones, while it still fails in
/// the same way.
package struct Shrinker: Sendable {
  package let scope: WorkloadScope
  package let maximumOpenReservations: Int
  package let makeStore: SideBySide.MakeStore

  /// Runs the steps in a new world; every answer is compared, and all reads at the end.
  package func firstMismatch(of steps: [WorkloadStep]) async -> Mismatch? {
    var world = await SideBySide(
      scope: scope, maximumOpenReservations: maximumOpenReservations, makeStore: makeStore)
    for step in steps {
      if let mismatch = await world.perform(step) { return mismatch }
    }
    return await world.compareReads(after: steps.last?.id ?? 0)
  }

  /// The steps must fail.
  package func shrink(
    _ steps: [WorkloadStep], _ mismatch: Mismatch
  ) async -> (steps: [WorkloadStep], mismatch: Mismatch) {
    var steps = steps
    var mismatch = mismatch
    var chunk = max(1, steps.count / 2)
    while true {
      var hasShrunk = false
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + chunk, steps.count))
        if let still = await firstMismatch(of: fewer), still.isLike(mismatch) {
          steps = fewer
          mismatch = still
          hasShrunk = true
        } else {
          start += chunk
        }
      }
      if chunk == 1, !hasShrunk { return (steps, mismatch) }
      chunk = max(1, chunk / 2)
    }
  }
}

extension Mismatch {
  /// Whether it is the same kind of difference.
  fileprivate func isLike(_ other: Mismatch) -> Bool {
    ByteText(path) == ByteText(other.path)
  }
}
