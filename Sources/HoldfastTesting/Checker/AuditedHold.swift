internal import Holdfast

/// A reservation as its rows make it.
struct AuditedHold {
  let version: Int64
  let key: IdempotencyKey?
  let initial: Int128
  let graceMicroseconds: Int64
  let floor: Reserve.Floor
  let onLapse: Reserve.OnLapse
  let counts: [Position]
  var increased: Int128 = 0
  var settledFromHold: Int128 = 0
  var returned: Int128 = 0
  var requested: Int128 = 0
  var settled: Int128 = 0
  var shortfall: Int128 = 0
  var reported: Int128 = 0
  var expiresAt: Instant
  var pins: [Piece]
  var status: ReservationStatus = .open
  /// The version of the row that closed it.
  var closedBy: Int64?

  var remaining: Int128 { initial + increased - settledFromHold - returned }

  var lapseDue: Instant {
    let (due, overflow) = expiresAt.microseconds.addingReportingOverflow(graceMicroseconds)
    return Instant(microseconds: overflow ? .max : due)
  }

  /// Where a stored reservation says something else.
  func differences(from stored: Hold) -> [(Invariant, String)] {
    let figures: [(Invariant, String, Int128, Int128)] = [
      (.reservation, "initial", stored.initial.wide, initial),
      (.reservation, "increased", stored.increased.wide, increased),
      (.reservation, "remaining", stored.remaining.wide, remaining),
      (.reservation, "settled from the hold", stored.settledFromHold.wide, settledFromHold),
      (.reservation, "returned", stored.returned.wide, returned),
      (.reservation, "requested", stored.requested.wide, requested),
      (.reservation, "settled", stored.settled.wide, settled),
      (.reservation, "shortfall", stored.shortfall.wide, shortfall),
      (.reservation, "reported", stored.reported.wide, reported),
      (.time, "grace", Int128(stored.graceMicroseconds), Int128(graceMicroseconds)),
      (.time, "expiry", Int128(stored.expiresAt.microseconds), Int128(expiresAt.microseconds)),
    ]
    var found = figures.compactMap { invariant, name, stored, audited in
      stored == audited ? nil : (invariant, "\(name) is \(stored), its rows make \(audited)")
    }
    if stored.status != status {
      found.append(
        (.closed, "status is \(stored.status.rawValue), its rows make \(status.rawValue)"))
    }
    let pinned = stored.pins.map(Piece.init)
    if pinned.joined != pins.joined {
      found.append((.lots, "pins are \(pinned), its rows make \(pins)"))
    }
    if stored.version != version || stored.floor != floor || stored.onLapse != onLapse
      || stored.counts != counts
    {
      found.append((.closed, "its terms are not those it was opened with"))
    }
    return found
  }
}
