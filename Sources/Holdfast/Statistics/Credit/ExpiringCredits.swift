/// What will lapse when, by the calendar bucket of the lots' expiry, as things stand now.
///
/// What is drawn until then does not lapse. Only what a lot still has counts: of a period that lies
/// in the past, nothing but what reservations hold of lots that have expired.
public typealias ExpiringCredits = Statistics<ExpiringFigures>

/// Which lots to look at: those that expire within the period. Groups have the weight of what will
/// lapse.
public typealias ExpiringQuery = StatisticsQuery<LotGrouping>
