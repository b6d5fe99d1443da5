internal import Foundation

/// The clock of one time zone: its offset, its changes, and what a local time means in it.
///
/// Foundation is asked for offsets only. A change is found by bisection, which needs that no two
/// lie within 48 hours of each other; in the IANA data, release 2025b, the closest are four days
/// apart (Africa/Freetown, 1939). A *local* time is written in microseconds, as if its zone were
/// UTC.
package struct ZoneRules: Sendable {
  private let zone: TimeZone

  /// `nil` when the time zone data of this machine does not have the zone.
  package init?(_ identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.zone = zone
  }

  /// Seconds to add to UTC, at a whole second since 1970.
  package func offset(atSecond second: Int64) -> Int64 {
    // A Double holds every second of the years 0 … 10 000 exactly, but not every microsecond.
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
  }

  /// The local time at an instant.
  package func local(at instant: Instant) -> Int64 {
    instant.microseconds + offset(atSecond: instant.flooredSecond) * 1_000_000
  }

  /// The first instant at which the zone's clock shows `local` or more.
  ///
  /// So a time that a change skipped gives the instant of the change, a repeated one its first
  /// occurrence, and a later local time never gives an earlier instant.
  package func instant(atLocal local: Int64) -> Instant {
    let nominal = Instant(microseconds: local)
    let second = nominal.flooredSecond
    // An offset is less than a day, so the instant lies between these two.
    let offsetBefore = offset(atSecond: second - 86_400)
    let offsetAfter = offset(atSecond: second + 86_400)
    let early = nominal.advanced(bySeconds: -offsetBefore)
    guard offsetBefore != offsetAfter else { return early }
    let change = Instant(seconds: change(from: second - 86_400, to: second + 86_400))
    return early < change ? early : max(change, nominal.advanced(bySeconds: -offsetAfter))
  }

  /// The first second with another offset than `low`, given that `high` has another.
  func change(from low: Int64, to high: Int64) -> Int64 {
    let offsetBefore = offset(atSecond: low)
    var low = low
    var high = high
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(atSecond: middle) == offsetBefore {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}

extension Instant {
  /// Whole seconds since 1970, rounded towards the past.
  var flooredSecond: Int64 {
    microseconds.flooredDivision(by: 1_000_000)
  }
}
