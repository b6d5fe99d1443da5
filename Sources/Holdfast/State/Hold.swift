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

  /// When it lapses: its expiry plus grace.
  package var lapsesAt: Instant { expiresAt.advanced(byMicroseconds: graceMicroseconds) }

  /// All that was ever held.
  package var everHeld: Amount { initial + increased }
}
