/// What is on the way in one direction of a connection.
///
/// Every piece has the instant from which it may be handed on, so that a delay holds up each byte
/// and limits no throughput.
struct ProxyPipe {
  /// How the source ended; handed on after the bytes before it.
  enum SourceEnd {
    case end
    case failure
  }

  /// What a write has come to.
  enum Progress {
    case waits
    /// Everything is handed on, and the source has ended.
    case ended
    /// Everything is handed on, and the source was reset.
    case failed
    /// The destination is gone.
    case broken
    case strikes(ProxyTrigger)
  }

  /// More than this is not read ahead: 1 ms at 60 GB/s.
  private static let capacity = 64 << 20

  private var pieces: [(bytes: ArraySlice<UInt8>, due: ContinuousClock.Instant)] = []
  private var first = 0
  private var waiting = 0
  private var sourceEnd: (end: SourceEnd, due: ContinuousClock.Instant)?
  private(set) var hasEnded = false
  /// The destination took no more when last tried.
  private(set) var isBlocked = false
  private(set) var passed = 0
  var triggers: [ProxyTrigger] = []
  /// Stopped by a fault, until it is resumed.
  var isHeld = false

  var canRead: Bool { !hasEnded && sourceEnd == nil && waiting < ProxyPipe.capacity }

  /// When there is something to hand on next; `nil` when nothing waits.
  var due: ContinuousClock.Instant? {
    guard !hasEnded else { return nil }
    return first < pieces.count ? pieces[first].due : sourceEnd?.due
  }

  mutating func append(_ bytes: ArraySlice<UInt8>, due: ContinuousClock.Instant) {
    // Order is kept also when the delay has been shortened.
    let last = pieces.last?.due ?? due
    pieces.append((ArraySlice(Array(bytes)), max(due, last)))
    waiting += bytes.count
  }

  mutating func end(_ end: SourceEnd, due: ContinuousClock.Instant) {
    sourceEnd = (end, max(due, pieces.last?.due ?? due))
  }

  /// Hands on what is due, as far as the triggers and the destination let it.
  mutating func write(to destination: StreamSocket, now: ContinuousClock.Instant) -> Progress {
    isBlocked = false
    while first < pieces.count, pieces[first].due <= now {
      let trigger = triggers.min { $0.position < $1.position }
      let bytes = pieces[first].bytes
      let allowed = trigger.map { min(bytes.count, max(0, $0.position - passed)) } ?? bytes.count
      if allowed > 0 {
        guard let sent = destination.send(bytes.prefix(allowed)) else { return .broken }
        consume(sent)
        isBlocked = sent < allowed
      }
      if let trigger, passed >= trigger.position { return .strikes(trigger) }
      if isBlocked { return .waits }
    }
    guard first == pieces.count, let sourceEnd, sourceEnd.due <= now else { return .waits }
    hasEnded = true
    if sourceEnd.end == .failure { return .failed }
    destination.endSending()
    return .ended
  }

  /// Drops what is on the way to a destination that is gone.
  mutating func abandon() {
    pieces = []
    first = 0
    waiting = 0
    isBlocked = false
    hasEnded = true
  }

  private mutating func consume(_ count: Int) {
    passed += count
    waiting -= count
    pieces[first].bytes = pieces[first].bytes.dropFirst(count)
    guard pieces[first].bytes.isEmpty else { return }
    pieces[first].bytes = []
    first += 1
    if first == pieces.count || first == 1024 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
