internal import Holdfast
internal import HoldfastReports

/// Numbers and instants as they are shown.
extension Amount {
  var grouped: String { value.grouped }

  /// As `grouped`, with a sign before what was gained, too.
  var signed: String { value > 0 ? "+\(grouped)" : grouped }
}

extension Instant {
  /// The date in UTC: `2026-03-29`.
  var day: String { String(description.prefix(10)) }

  /// Hour and minute in UTC: `14:05`.
  var clock: String { String(description.dropFirst(11).prefix(5)) }
}
