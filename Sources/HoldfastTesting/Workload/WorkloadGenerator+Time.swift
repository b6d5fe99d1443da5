internal import Holdfast

extension WorkloadGenerator {
  /// Where the clock goes before the next step.
  mutating func moved(from now: Instant, _ model: NaiveModel) -> Instant {
    if random.chance(profile.boundaryShare) {
      let ahead = instants(of: model, after: now).sorted().prefix(4)
      if !ahead.isEmpty {
        let chosen = random.one(of: Array(ahead))
        return max(now, chosen.advanced(byMicroseconds: random.one(of: [-1, 0, 0, 1])))
      }
    }
    return switch random.one(of: [(800, 0), (60, 1), (90, 2), (15, 3), (3, 4)]) {
    case 0: now
    case 1: now.advanced(byMicroseconds: 1)
    case 2: now.advanced(bySeconds: random.number(1...45))
    case 3: now.advanced(bySeconds: random.number(60...1200))
    default: now.advanced(bySeconds: random.number(3600...90_000))
    }
  }

  /// When something changes: a lot, a hold, scheduled credit, a window.
  private func instants(of model: NaiveModel, after now: Instant) -> [Instant] {
    var instants: [Instant] = []
    for account in model.accounts {
      for balance in account.balances {
        for lot in balance.lots where lot.remaining > 0 {
          if let end = lot.expiresAt { instants.append(end) }
          instants.append(lot.effectiveAt)
        }
        for hold in balance.holds where hold.status == .open {
          instants += [hold.expiresAt, hold.lapsesAt]
        }
      }
    }
    let calendar = WindowCalendar()
    for limit in WorkloadItems.all.flatMap(\.limits) {
      if let end = calendar.bounds(of: limit.window, containing: now).end { instants.append(end) }
    }
    return instants.filter { $0 > now }
  }
}
