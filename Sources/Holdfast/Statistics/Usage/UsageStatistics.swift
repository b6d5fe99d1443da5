/// What was counted of items, by calendar bucket.
///
/// Usage that was taken back counts in the bucket of its record, not in that of the taking back.
public typealias UsageStatistics = Statistics<UsageFigures>
