/// Instants measured with `Duration`, exact to the microsecond.
extension Instant: InstantProtocol {
  /// The instant `duration` later, or earlier when negative; at the ends of the range it stays
  /// there.
  ///
  /// A part finer than a microsecond counts as a whole one, so that who waits until then has waited
  /// long enough.
  public func advanced(by duration: Duration) -> Instant {
    let sum = Int128(microseconds) + duration.roundedUpMicroseconds
    return Instant(microseconds: Int64(clamping: sum))
  }

  public func duration(to other: Instant) -> Duration {
    let difference = Int128(other.microseconds) - Int128(microseconds)
    return Duration(attoseconds: difference * 1_000_000_000_000)
  }
}

/// As RFC 3339 text.
extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let instant = Instant(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not an RFC 3339 date-time")
    }
    self = instant
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Duration {
  fileprivate var roundedUpMicroseconds: Int128 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return rest > 0 ? whole + 1 : whole
  }

  /// Seconds, a started one counted whole, as the commands take them.
  var roundedUpSeconds: Int {
    let (seconds, attoseconds) = components
    return attoseconds > 0 && seconds < Int64.max ? Int(seconds) + 1 : Int(seconds)
  }
}
