package import Holdfast

/// The process itself: its clock, threads of its own, and libpq.
package struct SystemHost: Host {
  package let options: ConnectionOptions

  package init(_ options: ConnectionOptions) {
    self.options = options
  }

  package var now: Int64 { Deadline.now }
  package var clock: StoreClock { .system }

  package func random() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

  package func connect(until deadline: Deadline) throws(PostgresError) -> any Connection {
    try PostgresConnection(options, deadline: deadline)
  }

  package func sleep(microseconds: Int64) {
    OwnThread.sleep(microseconds: microseconds)
  }

  package func start(_ body: @escaping @Sendable () async -> Void) {
    ThreadExecutor.start(body)
  }

  package func take<Element>(
    from queue: WorkQueue<Element>, until end: Deadline?, while fits: (Element) -> Bool
  ) -> [Element]? {
    queue.take(until: end, while: fits)
  }
}
