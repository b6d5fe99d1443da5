package import Holdfast

/// The items that workloads count.
package enum WorkloadItems {
  package static let all: [UsageItemDefinition] = [
    UsageItemDefinition(
      item: "gen", limits: [limit(hour, 12), limit(.lifetime, 200)], overage: .block),
    UsageItemDefinition(
      item: "image", limits: [limit(minute, 5), limit(parisDay, 40)],
      overage: .charge(UsagePrice(unit: "credits", amount: 2, per: 3, cap: 20))),
    UsageItemDefinition(
      item: "video", limits: [limit(fixed, 3)],
      overage: .charge(UsagePrice(unit: "tokens", amount: 5))),
    UsageItemDefinition(item: "free", limits: [limit(hour, 4)], overage: .allow),
    UsageItemDefinition(
      item: "payg", limits: [], overage: .charge(UsagePrice(unit: "credits", amount: 3, per: 10))),
    UsageItemDefinition(item: "counted", limits: [], overage: .block),
    UsageItemDefinition(
      item: "budget",
      limits: [
        UsageLimit(window: hour, maximum: 60, measures: .spent("credits")), limit(minute, 6),
      ], overage: .block),
  ]

  private static let hour = Window.calendar(CalendarWindow(unit: .hour, timeZone: "UTC"))
  private static let minute = Window.calendar(CalendarWindow(unit: .minute, timeZone: "UTC"))
  private static let parisDay = Window.calendar(
    CalendarWindow(
      unit: .day, timeZone: "Europe/Paris", startTime: TimeOfDay(hour: 1, minute: 30)))
  private static let fixed = Window.fixed(anchor: SimulatedClock.start, seconds: 90)

  private static func limit(_ window: Window, _ maximum: Amount) -> UsageLimit {
    UsageLimit(window: window, maximum: maximum)
  }

  /// The same item with other maxima.
  static func changed(
    _ definition: UsageItemDefinition, _ random: inout SplitMix
  ) -> UsageItemDefinition {
    var changed = definition
    for index in changed.limits.indices {
      let maximum = changed.limits[index].maximum.value
      changed.limits[index].maximum = Amount(random.one(of: [0, 1, maximum / 2, maximum, maximum]))
    }
    return changed
  }
}
