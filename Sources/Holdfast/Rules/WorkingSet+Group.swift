/// Deciding commands that are applied all or nothing.
extension WorkingSet {
  /// Decides the members in order, at the latest instant of all their accounts. The first refusal
  /// undoes all and is thrown with its index.
  ///
  /// A store that keeps the effect calls `remember` afterwards.
  package mutating func execute(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> GroupDecision {
    try checkGroupKey(group)
    var instant = now
    for member in group.members {
      instant = max(instant, self.instant(of: member, now))
    }
    let isReplay = try checkKeys(group, at: instant)
    if isReplay {
      return GroupDecision(results: try replay(group, at: instant), isEffect: false)
    }
    return try apply(group, at: instant)
  }

  private func checkGroupKey(_ group: PreparedGroup) throws(LedgerError) {
    guard let known = groups[group.id] else { return }
    guard known == group.fingerprint else {
      var error = LedgerError(.idempotencyKeyReused, "the group's key had an effect with others")
      error.failedIndex = 0
      throw error
    }
  }

  /// Whether all members were applied before. A mixture is refused, and so is a key that stands twice.
  private func checkKeys(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> Bool {
    var seen: Set<MemberIdentity> = []
    var isReplay: Bool?
    for (index, member) in group.members.enumerated() {
      guard let id = member.accountID else { continue }
      let identity = MemberIdentity(account: id, key: member.identity)
      guard seen.insert(identity).inserted else { throw group.keyReused(at: index) }
      let isDuplicate: Bool
      do throws(LedgerError) {
        isDuplicate = try findRow(of: member, id) != nil
      } catch {
        throw group.refusal(error, at: index)
      }
      if !isDuplicate, hasNothingToDo(member, id, in: group, at: now) { continue }
      if let isReplay, isReplay != isDuplicate { throw group.keyReused(at: index) }
      isReplay = isDuplicate
    }
    return isReplay ?? false
  }

  /// Whether a release or report would have no effect, so that it is neither fresh nor a duplicate. A
  /// report on a closed reservation is refused, unless it is part of a group that was applied before.
  private func hasNothingToDo(
    _ member: PreparedCommand, _ id: AccountID, in group: PreparedGroup, at now: Instant
  ) -> Bool {
    guard let slot = slot(of: id, in: member.command.tenant) else { return false }
    switch member.command.action {
    case .release(let release):
      guard let found = try? accounts[slot: slot].findHold(release.reservation) else {
        return false
      }
      return found.hold.status != .open || found.hold.lapsesAt <= now
    case .report(let report):
      guard let found = try? accounts[slot: slot].findHold(report.reservation) else { return false }
      let isKnown = groups[group.id] == group.fingerprint
      return report.used <= found.hold.reported && (found.hold.status == .open || isKnown)
    default: return false
    }
  }

  private mutating func replay(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> [CommandResult] {
    var results: [CommandResult] = []
    for (index, member) in group.members.enumerated() {
      if case .report(let report) = member.command.action, let id = member.accountID,
        hasNothingToDo(member, id, in: group, at: now), try findRow(of: member, id) == nil
      {
        results.append(
          try withAccount(id) { account throws(LedgerError) in
            try account.presentReport(report)
          })
        continue
      }
      switch execute(member, at: now).result {
      case .success(let result): results.append(result)
      case .failure(let error): throw group.refusal(error, at: index)
      }
    }
    return results
  }

  /// Coupled settles are held to the least that any of them can charge. It is found by deciding all
  /// without a cap, and passing over what is refused; should they still differ under it, all is undone
  /// and decided again with the least. The cap only falls, so this ends.
  private mutating func apply(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> GroupDecision {
    var cap = group.members.contains(where: \.isCoupled) ? least(of: group, at: now) : nil
    while true {
      beginSavepoint()
      do throws(LedgerError) {
        let decisions = try executeMembers(of: group, cap: cap, at: now)
        let results = decisions.map(\.result)
        if let lowered = group.cap(for: results) {
          endSavepoint(keep: false)
          cap = lowered
          continue
        }
        endSavepoint(keep: true)
        return GroupDecision(
          results: results, isEffect: decisions.contains { $0.isEffect })
      } catch {
        endSavepoint(keep: false)
        throw error
      }
    }
  }

  private mutating func least(of group: PreparedGroup, at now: Instant) -> Amount? {
    beginSavepoint()
    defer { endSavepoint(keep: false) }
    var least: Amount?
    for member in group.members {
      let decision = execute(member, at: now)
      guard member.isCoupled, case .success(let result) = decision.result,
        case .settle(let settle) = result.outcome
      else { continue }
      least = min(settle.operationSettledAmount, least ?? settle.operationSettledAmount)
    }
    return least
  }

  private mutating func executeMembers(
    of group: PreparedGroup, cap: Amount?, at now: Instant
  ) throws(LedgerError) -> [(result: CommandResult, isEffect: Bool)] {
    var decisions: [(result: CommandResult, isEffect: Bool)] = []
    var coupled: Set<Position> = []
    for (index, member) in group.members.enumerated() {
      if member.isCoupled, let balance = settledBalance(of: member),
        !coupled.insert(balance).inserted
      {
        throw group.refusal(
          Validation.invalid("commands[\(index)].coupled", "needs a balance of its own"), at: index)
      }
      let decision = execute(member, at: now, cap: member.isCoupled ? cap : nil)
      switch decision.result {
      case .success(let result): decisions.append((result, decision.isEffect))
      case .failure(let error): throw group.refusal(error, at: index)
      }
    }
    return decisions
  }

  /// The balance of the reservation that a settle names, as a position without a version.
  private func settledBalance(of member: PreparedCommand) -> Position? {
    guard case .settle(let settle) = member.command.action, let id = member.accountID,
      let slot = slot(of: id, in: member.command.tenant),
      let found = try? accounts[slot: slot].findHold(settle.reservation)
    else { return nil }
    let unit = accounts[slot: slot].balances[found.balance].unit
    return Position(account: id, stream: .balance(unit), version: 0)
  }

  /// Keeps what a group was, once it had an effect: its key stands for nothing else in the tenant.
  package mutating func remember(_ group: PreparedGroup) {
    groups[group.id] = group.fingerprint
  }
}

/// What became of a group.
package struct GroupDecision: Sendable {
  package let results: [CommandResult]
  /// Whether any member was applied now.
  package let isEffect: Bool
}

private struct MemberIdentity: Hashable {
  let account: AccountID
  let key: KeyIdentity
}
