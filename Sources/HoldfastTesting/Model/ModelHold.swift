package import Holdfast

/// A reservation. `open` becomes `settled`, `released` or `expired`; those stay.
package struct ModelHold: Sendable {
  package struct Pin: Sendable {
    /// The rank of the lot.
    package var lot: Int
    package var amount: Int64
  }

  package var label: String
  package var key: IdempotencyKey
  package var rank: Int
  package var status: ReservationStatus
  package var initial: Int64
  package var increased: Int64
  package var remaining: Int64
  package var requested: Int64
  package var settled: Int64
  package var shortfall: Int64
  package var released: Int64
  package var reported: Int64
  package var pins: [Pin]
  package var floor: Reserve.Floor
  package var onLapse: Reserve.OnLapse
  package var createdAt: Instant
  package var expiresAt: Instant
  package var graceSeconds: Int
  package var description: ByteText?
  /// Where in the account's records the pieces stand that were counted with it.
  package var records: [Int]

  package var lapsesAt: Instant { expiresAt.advanced(bySeconds: Int64(graceSeconds)) }
}
