/// The clock of a process, to wait on.
struct WorldClock: Clock {
  let host: SimulatedHost

  struct Instant: InstantProtocol {
    let microseconds: Int64

    func advanced(by duration: Duration) -> Instant {
      Instant(microseconds: microseconds + duration.microseconds)
    }

    func duration(to other: Instant) -> Duration {
      .microseconds(other.microseconds - microseconds)
    }

    static func < (left: Instant, right: Instant) -> Bool {
      left.microseconds < right.microseconds
    }
  }

  var now: Instant { Instant(microseconds: host.now) }
  var minimumResolution: Duration { .microseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await host.sleep(microseconds: deadline.microseconds - host.now)
    try Task.checkCancellation()
  }
}

extension Duration {
  fileprivate var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
