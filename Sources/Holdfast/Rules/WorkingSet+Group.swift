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
      if !isDuplicate, hasNothingToDo(member, id, at: now) { continue }
      if let isReplay, isReplay != isDuplicate { throw group.keyReused(at: index) }
      isReplay = isDuplicate
    }
    return isReplay ?? false
  }

  /// Whether a release or report would have no effect, so that it is neither fresh nor a duplicate.
  private func hasNothingToDo(
    _ member: PreparedCommand, _ id: AccountID, at now: Instant
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
      return report.used <= found.hold.reported
    default: return false
    }
  }

  private mutating func replay(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> [CommandResult] {
    var results: [CommandResult] = []
    for (index, member) in group.members.enumerated() {
      if case .report(let report) = member.command.action, let id = member.accountID,
        hasNothingToDo(member, id, at: now), try findRow(of: member, id) == nil
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

  /// Coupled settles are first decided as if each were alone; while they differ, all is undone and
  /// decided again with the least as their cap. The cap only falls, so this ends.
  private mutating func apply(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> GroupDecision {
    var cap: Amount?
    while true {
      beginSavepoint()
      do throws(LedgerError) {
        let decisions = try executeMembers(of: group, cap: cap, at: now)
        let results = decisions.map(\.result)
        try group.checkCoupling(of: results)
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

  private mutating func executeMembers(
    of group: PreparedGroup, cap: Amount?, at now: Instant
  ) throws(LedgerError) -> [(result: CommandResult, isEffect: Bool)] {
    var decisions: [(result: CommandResult, isEffect: Bool)] = []
    for (index, member) in group.members.enumerated() {
      let decision = execute(member, at: now, cap: member.isCoupled ? cap : nil)
      switch decision.result {
      case .success(let result): decisions.append((result, decision.isEffect))
      case .failure(let error): throw group.refusal(error, at: index)
      }
    }
    return decisions
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
