/// How reservations ended, by the calendar bucket in which they did.
public typealias ReservationStatistics = Statistics<ReservationFigures>

/// What to count of reservations. Groups have the weight of what they held.
public typealias ReservationQuery = StatisticsQuery<ReservationGrouping>
