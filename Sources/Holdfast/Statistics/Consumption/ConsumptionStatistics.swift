/// What came into balances and what left them, by calendar bucket.
public typealias ConsumptionStatistics = Statistics<ConsumptionFigures>

/// What to count of the entries of a unit. Groups have the weight of what they consumed.
public typealias ConsumptionQuery = StatisticsQuery<ConsumptionGrouping>
