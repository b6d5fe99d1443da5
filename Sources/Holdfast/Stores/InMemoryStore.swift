internal import Synchronization

/// A store that keeps everything in memory: complete, safe under any parallelism, gone with the
/// process. For tests, and for trying the rules out.
///
/// Accounts are spread over parts with a lock each. A command locks the part of its account; a group
/// or a transfer locks the parts of all its accounts, in ascending order.
public final class InMemoryStore: LedgerStore {
  let parts: [Part]
  let clock: StoreClock
  let clockGuard: ClockGuard
  let hashKey: HashKey
  let keylessCount = Atomic<UInt64>(0)

  /// The accounts of one part.
  final class Part: Sendable {
    let set: Mutex<WorkingSet>

    init(_ set: WorkingSet) {
      self.set = Mutex(set)
    }
  }

  /// - Parameters:
  ///   - clock: Where time comes from.
  ///   - hashKey: Under which accounts get their internal ids.
  ///   - maximumOpenReservations: The most open reservations an account may have.
  ///   - clockTolerance: Seconds that the clock may step before writes are refused.
  ///   - observer: Is told when the clock stepped, with the first write that is asked for after it.
  public init(
    clock: StoreClock = .system,
    hashKey: HashKey = HashKey(first: 0x6d65_6d6f_7279, second: 0x7374_6f72_65),
    maximumOpenReservations: Int = 10_000, clockTolerance: Int = 300,
    observer: (any LedgerObserver)? = nil
  ) {
    let set = WorkingSet(
      calendar: WindowCalendar(), hashKey: hashKey,
      maximumOpenReservations: maximumOpenReservations)
    self.clock = clock
    self.hashKey = hashKey
    clockGuard = ClockGuard(
      clock: clock, toleranceSeconds: clockTolerance, observer: observer)
    parts = (0..<64).map { _ in Part(set) }
  }

  /// Goes on writing after the clock stepped.
  public func acceptClockStep() {
    clockGuard.trust()
  }

  var preparation: Preparation {
    Preparation(
      hashKey: hashKey,
      makeKey: { [self] in
        let count = keylessCount.wrappingAdd(1, ordering: .relaxed).newValue
        return IdempotencyKey("\u{1}usage#\(count)")
      },
      locate: { [self] location in locate(location) })
  }

  func part(of id: AccountID) -> Int {
    Int(truncatingIfNeeded: id.digest.second % UInt64(parts.count))
  }

  func checkCancellation() throws(LedgerError) {
    if Task.isCancelled {
      throw LedgerError(.cancelled, "the task was cancelled before anything happened")
    }
  }
}
