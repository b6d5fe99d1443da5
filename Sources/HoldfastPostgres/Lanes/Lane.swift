internal import Holdfast

/// A connection with a thread of its own that writes one transaction after the other.
///
/// While one is on its way, calls gather in the queue; when it ends, all that wait go together. So
/// batches form by themselves, as large as the load asks for, and nobody waits for a timer.
final class Lane: Sendable {
  let queue: WorkQueue<LaneCall>
  private let ended: Ended

  init(_ context: StoreContext, _ options: LaneOptions, _ host: any Host) {
    queue = WorkQueue(limit: options.queueLimit)
    ended = Ended()
    let (queue, ended) = (queue, ended)
    host.start {
      var worker = LaneWorker(context, options, host)
      while let calls = await host.take(
        from: queue, until: worker.parked.nextTry, while: LaneWorker.bound(options))
      {
        await worker.work(calls)
      }
      await worker.close()
      ended.signal()
    }
  }

  /// Answers what waits, and ends.
  func drain() async {
    queue.close()
    await ended.wait()
  }
}
