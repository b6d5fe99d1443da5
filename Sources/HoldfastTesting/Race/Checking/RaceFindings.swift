/// Collects what a check found, of which it keeps so many and counts the rest.
struct RaceFindings {
  let limit: Int
  private(set) var listed: [RaceFinding] = []
  private(set) var counts: [String: Int] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ finding: RaceFinding) {
    counts[finding.invariant, default: 0] += 1
    if listed.count < limit { listed.append(finding) }
  }
}
