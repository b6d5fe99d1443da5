internal import Holdfast

/// When people of one time zone are busy.
struct DemoClockFace: Sendable {
  /// How much happens in each local hour.
  private static let busyness = [
    3, 2, 1, 1, 1, 2, 4, 8, 12, 15, 16, 15, 13, 15, 17, 17, 16, 16, 18, 22, 24, 22, 14, 7,
  ]

  /// The sum of the weights of all ticks up to each.
  private let sums: [Int]
  private let localHours: [Int]

  init(zone: String) {
    let midnights = DemoDay.midnights(of: zone)
    var sums: [Int] = []
    var hours: [Int] = []
    for tick in 0..<DemoDay.tickCount {
      let instant = DemoDay.instant(of: tick)
      let midnight = midnights.last { $0 <= instant } ?? DemoDay.start
      let hour = Int((instant.microseconds - midnight.microseconds) / 3_600_000_000) % 24
      hours.append(hour)
      sums.append((sums.last ?? 0) + DemoClockFace.busyness[hour])
    }
    self.sums = sums
    localHours = hours
  }

  /// A tick of the day, more often in a busy hour.
  func tick(_ random: inout DemoRandom) -> Int {
    let point = random.int(0...(sums.last ?? 1) - 1)
    return sums.firstIndex { $0 > point } ?? 0
  }

  /// A tick in which the local hour lies in the range.
  func tick(inHours hours: ClosedRange<Int>, _ random: inout DemoRandom) -> Int {
    random.pick(localHours.indices.filter { hours.contains(localHours[$0]) })
  }
}
