internal import Holdfast

/// A lot as its rows make it. Sums have 128 bits, so that broken contents cannot overflow them.
struct AuditedLot {
  let version: Int64
  let granted: Int128
  var terms: LotTerms
  var isScheduled: Bool
  var isVoided = false
  var pinned: Int128 = 0
  /// Drawn, less what reversals gave back.
  var burned: Int128 = 0
  var lapsed: Int128 = 0
  var voided: Int128 = 0
  var transferred: Int128 = 0
  /// Taken back with the credit that opened it.
  var reversed: Int128 = 0

  var remaining: Int128 { granted - burned - lapsed - voided - transferred - reversed }
  var unpinned: Int128 { remaining - pinned }

  /// Whether time is over for it, so that nothing can come back.
  func isOver(at instant: Instant) -> Bool {
    guard !isVoided else { return true }
    guard let end = terms.expiresAt else { return false }
    return instant >= end
  }

  /// Whether a draw or a pin may touch it.
  func counts(at instant: Instant) -> Bool {
    !isScheduled && !isOver(at: instant)
  }

  /// Its place in the burn order while there is something to draw.
  var drawPlace: BurnPlace? {
    !isScheduled && !isVoided && remaining != 0 && unpinned > 0 ? BurnPlace(self) : nil
  }
}

/// An amount of a lot, or of debt.
struct Piece: Hashable, CustomStringConvertible {
  /// 0 for debt.
  let lot: Int64
  var amount: Int128

  var description: String { lot == 0 ? "\(amount) of debt" : "\(amount) of lot \(lot)" }
}

extension [Piece] {
  var sum: Int128 { reduce(0) { $0 + $1.amount } }

  /// Neighbours of one lot taken together: how often a rule reached for it is no matter.
  var joined: [Piece] {
    var pieces: [Piece] = []
    for piece in self where piece.amount != 0 {
      if let last = pieces.last, last.lot == piece.lot {
        pieces[pieces.count - 1].amount += piece.amount
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }
}

extension Piece {
  init(_ draw: Draw) {
    self.init(lot: draw.lot, amount: draw.amount.wide)
  }
}

extension Amount {
  var wide: Int128 { Int128(value) }
}

extension JournalRow {
  /// The terms of the lot that it opened or changed.
  var terms: LotTerms? { lot?.terms }

  /// What it granted; 0 where it opened no lot.
  var opened: Amount { lot?.opened ?? 0 }
}
