/// Where a window begins and ends: half-open, `[start, end)`.
public struct WindowBounds: Sendable, Hashable {
  /// The first instant of the window; `nil` for a lifetime, which has no beginning.
  public let start: Instant?
  /// The first instant after the window; `nil` when the window does not end by `Instant.latest`.
  public let end: Instant?

  /// Bounds; the start must be before the end.
  public init(start: Instant?, end: Instant?) {
    self.start = start
    self.end = end
  }

  /// The bounds of a lifetime: every instant is inside.
  public static let unbounded = WindowBounds(start: nil, end: nil)

  /// While this holds for `now`, bounds kept from an earlier answer are still the right ones.
  public func contains(_ instant: Instant) -> Bool {
    if let start, instant < start { return false }
    if let end, instant >= end { return false }
    return true
  }

  /// A start before `Instant.earliest` becomes `Instant.earliest`, an end after `Instant.latest`
  /// becomes `nil`, so that no bound is an instant that cannot be written.
  init(from start: Instant, to end: Instant) {
    self.start = max(start, .earliest)
    self.end = end > .latest ? nil : end
  }

  /// The step between two neighbouring boundaries in which `instant` lies.
  ///
  /// `boundary` must not decrease. Equal neighbours, as around a day that a zone skipped, are
  /// passed over, so the result is never empty: its start is the largest boundary up to `instant`,
  /// its end the smallest one after it. `guess` may be any index; a near one is found faster.
  init(around instant: Instant, guess: Int64, boundary: (Int64) -> Instant) {
    var index = guess
    var start = boundary(index)
    while start > instant {
      index -= 1
      start = boundary(index)
    }
    var end = boundary(index + 1)
    while end <= instant {
      index += 1
      start = end
      end = boundary(index + 1)
    }
    self.init(from: start, to: end)
  }
}
