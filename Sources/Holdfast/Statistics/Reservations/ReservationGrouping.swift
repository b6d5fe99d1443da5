/// What reservations can be grouped by.
public enum ReservationGrouping: Hashable, Sendable {
  /// The first item that the hold counted.
  case item
  /// The account.
  case account
  /// The caller's description of the reserve.
  case description
}
