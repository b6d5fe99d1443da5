/// Collects violations, of which it keeps so many and counts the rest.
struct Findings {
  let limit: Int
  private(set) var violations: [Violation] = []
  private(set) var unlisted = 0

  var count: Int { violations.count + unlisted }

  mutating func add(_ invariant: Invariant, _ detail: String) {
    add(Violation(invariant: invariant.rawValue, detail: detail))
  }

  private mutating func add(_ violation: Violation) {
    if violations.count < limit {
      violations.append(violation)
    } else {
      unlisted += 1
    }
  }

  mutating func absorb(_ other: Findings) {
    for violation in other.violations { add(violation) }
    unlisted += other.unlisted
  }
}
