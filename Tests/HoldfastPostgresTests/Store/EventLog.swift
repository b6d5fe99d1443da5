import Holdfast
import Synchronization

/// Keeps what an observer is told.
final class EventLog: LedgerObserver {
  private let kept = Mutex<[LedgerEvent]>([])

  var sweeps: [SweepReport] {
    kept.withLock { events in
      events.compactMap { if case .sweep(let report) = $0 { report } else { nil } }
    }
  }

  func observe(_ event: LedgerEvent) {
    kept.withLock { $0.append(event) }
  }
}
