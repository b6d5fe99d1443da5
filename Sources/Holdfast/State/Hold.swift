/// A reservation: a hold on one balance. Closed, it never changes again.
package struct Hold: Hashable, Sendable {
  /// The version of the row that opened it.
  package let version: Int64
  package let initial: Amount
  package internal(set) var increased: Amount = 0
  /// What is still held.
  package internal(set) var remaining: Amount
  /// Sums over its settlements, late ones left out.
  package internal(set) var requested: Amount = 0
  package internal(set) var settled: Amount = 0
  /// The part of `settled` that the hold covered.
  package internal(set) var settledFromHold: Amount = 0
  package internal(set) var shortfall: Amount = 0
  /// What was given back by release, lapse or a final settlement.
  package internal(set) var returned: Amount = 0
  /// The highest use reported.
  package internal(set) var reported: Amount = 0
  package internal(set) var expiresAt: Instant
  package let graceMicroseconds: Int64
  package let floor: Reserve.Floor
  package let onLapse: Reserve.OnLapse
  package internal(set) var status: ReservationStatus = .open
  /// What it will burn of which lot, in the order pinned. The rest of `remaining` is held against the
  /// overdraft.
  package internal(set) var pins: [Draw]
  /// The usage records counted with it.
  package let counts: [Position]

  package init(
    version: Int64, initial: Amount, increased: Amount = 0, remaining: Amount,
    requested: Amount = 0, settled: Amount = 0, settledFromHold: Amount = 0,
    shortfall: Amount = 0, returned: Amount = 0, reported: Amount = 0, expiresAt: Instant,
    graceMicroseconds: Int64, floor: Reserve.Floor, onLapse: Reserve.OnLapse,
    status: ReservationStatus = .open, pins: [Draw], counts: [Position]
  ) {
    self.version = version
    self.initial = initial
    self.increased = increased
    self.remaining = remaining
    self.requested = requested
    self.settled = settled
    self.settledFromHold = settledFromHold
    self.shortfall = shortfall
    self.returned = returned
    self.reported = reported
    self.expiresAt = expiresAt
    self.graceMicroseconds = graceMicroseconds
    self.floor = floor
    self.onLapse = onLapse
    self.status = status
    self.pins = pins
    self.counts = counts
  }

  /// When it lapses: its expiry plus grace.
  package var lapsesAt: Instant { expiresAt.advanced(byMicroseconds: graceMicroseconds) }

  /// All that was ever held.
  package var everHeld: Amount { initial + increased }
}
