internal import Holdfast

/// Something that happens at an instant whether or not anybody looks.
struct DueThing: Hashable, CustomStringConvertible {
  let instant: Instant
  let kind: Kind
  /// Of the row that opened the lot or the reservation.
  let version: Int64

  /// In the order in which they are accounted for at one instant.
  enum Kind: Int {
    case expiry, lapse, activation
  }

  var description: String {
    "the \(kind) of version \(version), due at \(instant.microseconds)"
  }
}

/// Where it stands in the order of what is due.
struct DuePlace: Comparable {
  let thing: DueThing
  /// Of a lot that lapses.
  private let burns: BurnPlace?

  /// When a lot lapses or comes into effect; `nil` where neither lies ahead.
  init?(_ lot: AuditedLot) {
    guard lot.remaining != 0, !lot.isVoided else { return nil }
    if lot.isScheduled {
      thing = DueThing(instant: lot.terms.effectiveAt, kind: .activation, version: lot.version)
      burns = nil
      return
    }
    guard let end = lot.terms.expiresAt, lot.unpinned != 0 else { return nil }
    thing = DueThing(instant: end, kind: .expiry, version: lot.version)
    burns = BurnPlace(lot)
  }

  /// When a reservation lapses.
  init(_ hold: AuditedHold) {
    thing = DueThing(instant: hold.lapseDue, kind: .lapse, version: hold.version)
    burns = nil
  }

  static func < (left: DuePlace, right: DuePlace) -> Bool {
    let (one, other) = (left.thing, right.thing)
    if one.instant != other.instant { return one.instant < other.instant }
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    if let mine = left.burns, let others = right.burns { return mine < others }
    return one.version < other.version
  }
}
