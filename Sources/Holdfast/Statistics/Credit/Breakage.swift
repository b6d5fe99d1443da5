/// What was granted and lapsed unused, by calendar bucket.
///
/// Both count when they happened: what lapses in a bucket was as a rule granted in an earlier one.
public typealias Breakage = Statistics<BreakageFigures>

/// Which credit to look at. Groups have the weight of what broke.
public typealias BreakageQuery = StatisticsQuery<LotGrouping>
