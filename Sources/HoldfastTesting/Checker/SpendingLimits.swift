internal import Holdfast

/// The limits on what is spent of one unit, with what the reservations that count against them
/// settled and hold.
struct SpendingLimits {
  /// A limit as it stood when a reservation was opened, in its window of then.
  struct Limit {
    let item: ItemName
    let bounds: WindowBounds
    let maximum: Amount
    /// Whether it never changed, so that it holds for increases too: these do not say which limits
    /// they were decided by.
    let isConstant: Bool
  }

  /// By the version of the row that opened the reservation.
  private var limits: [Int64: [Limit]] = [:]
  /// When each reservation was counted for each item.
  private var instants: [Int64: [ItemName: Instant]] = [:]
  /// The reservations that count each item, so far, oldest first.
  private var counting: [ItemName: [Int64]] = [:]

  mutating func note(_ item: ItemName, countedAt instant: Instant, with hold: Int64) {
    instants[hold, default: [:]][item] = instant
  }

  mutating func add(_ limit: Limit, to hold: Int64) {
    limits[hold, default: []].append(limit)
  }

  /// Takes note of a reservation; says which limits it passes.
  mutating func open(_ hold: AuditedHold, among holds: [Int64: AuditedHold]) -> [String] {
    for item in (instants[hold.version] ?? [:]).keys {
      counting[item, default: []].append(hold.version)
    }
    return violations(of: limits[hold.version] ?? [], holds)
  }

  /// The limits that a reservation passes by having grown.
  func grow(_ hold: AuditedHold, among holds: [Int64: AuditedHold]) -> [String] {
    violations(of: (limits[hold.version] ?? []).filter(\.isConstant), holds)
  }

  private func violations(of limits: [Limit], _ holds: [Int64: AuditedHold]) -> [String] {
    limits.compactMap { limit in
      let used = spent(within: limit, holds)
      guard used > limit.maximum.wide else { return nil }
      return "\(used) are spent with item \(limit.item), the limit is \(limit.maximum)"
    }
  }

  private func spent(within limit: Limit, _ holds: [Int64: AuditedHold]) -> Int128 {
    var sum: Int128 = 0
    for version in (counting[limit.item] ?? []).reversed() {
      guard let instant = instants[version]?[limit.item], let hold = holds[version] else {
        continue
      }
      if let start = limit.bounds.start, instant < start { break }
      if limit.bounds.contains(instant) { sum += hold.settled + hold.remaining }
    }
    return sum
  }
}
