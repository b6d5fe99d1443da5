/// Days of twenty users, each run once for all tests that only look at it.
actor FinishedDays {
  static let shared = FinishedDays()

  private var days: [UInt64: Task<FinishedDay, any Error>] = [:]

  func day(seed: UInt64) async throws -> FinishedDay {
    if let day = days[seed] { return try await day.value }
    let day = Task { try await FinishedDay(seed: seed) }
    days[seed] = day
    return try await day.value
  }
}
