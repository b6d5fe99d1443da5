internal import Holdfast

/// A reservation that somebody made, by which others find it.
struct OpenedReservation: Sendable {
  let key: IdempotencyKey
  let account: AccountName
  /// Where an answer named it.
  var id: ReservationID?
}
