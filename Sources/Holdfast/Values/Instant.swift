/// A point in time: whole microseconds since 1970-01-01T00:00:00Z.
///
/// Ranges and windows made of instants are half-open, `[start, end)`.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
  public let microseconds: Int64

  /// The instant so many microseconds after 1970-01-01T00:00:00Z, or before it when negative.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// An instant at a whole second since 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    self.microseconds = seconds * 1_000_000
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The instant `microseconds` later, or earlier when negative.
  public func advanced(byMicroseconds microseconds: Int64) -> Instant {
    Instant(microseconds: self.microseconds + microseconds)
  }

  /// The instant `seconds` later, or earlier when negative.
  public func advanced(bySeconds seconds: Int64) -> Instant {
    Instant(microseconds: microseconds + seconds * 1_000_000)
  }

  /// The first instant a caller may name: 0001-01-01T00:00:00Z.
  public static let earliest = Instant(seconds: -62_135_596_800)

  /// The last instant a caller may name: 9999-12-31T23:59:59.999999Z.
  public static let latest = Instant(microseconds: 253_402_300_799_999_999)
}
