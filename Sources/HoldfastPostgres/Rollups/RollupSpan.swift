internal import Holdfast

/// How long the buckets of stored sums are. All are aligned to UTC, so a day begins with an hour and an
/// hour with a quarter.
enum RollupSpan: Int32, CaseIterable, Sendable {
  case day = 86_400
  case hour = 3_600
  case quarter = 900

  /// How long one is.
  var microseconds: Int64 { Int64(rawValue) * 1_000_000 }

  /// The next shorter one.
  var shorter: RollupSpan? {
    switch self {
    case .day: .hour
    case .hour: .quarter
    case .quarter: nil
    }
  }

  /// When the one begins that the instant lies in.
  func start(of instant: Instant) -> Instant {
    let within = instant.microseconds % microseconds
    return Instant(
      microseconds: instant.microseconds - (within < 0 ? within + microseconds : within))
  }

  /// The instant itself where one begins at it, else when the next one begins.
  func start(notBefore instant: Instant) -> Instant {
    let start = start(of: instant)
    return start == instant ? instant : start.advanced(byMicroseconds: microseconds)
  }
}
