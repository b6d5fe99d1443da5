/// Deciding commands that are applied all or nothing.
extension WorkingSet {
  /// Decides the members in order, at the latest instant of all their accounts. The first refusal
  /// undoes all and is thrown with its index.
  package mutating func execute(
    _ group: PreparedGroup, at now: Instant
  ) throws(LedgerError) -> [CommandResult] {
    try checkGroupKey(group)
    let isReplay = try checkKeys(group)
    var instant = now
    for member in group.members {
      guard let id = member.accountID else { continue }
      instant = max(instant, self.instant(of: member, id, now))
    }
    if isReplay {
      return try replay(group, at: instant)
    }
    return try apply(group, at: instant)
  }

  private func checkGroupKey(_ group: PreparedGroup) throws(LedgerError) {
    guard let id = group.members.first?.accountID, let known = accounts[id]?.groups[group.key]
    else { return }
    guard known == group.fingerprint else {
      var error = LedgerError(.idempotencyKeyReused, "the group's key had an effect with others")
      error.failedIndex = 0
      throw error
    }
  }

  /// Whether all members were applied before. A mixture is refused, and so is a key that stands twice.
  private func checkKeys(_ group: PreparedGroup) throws(LedgerError) -> Bool {
    var seen: Set<MemberIdentity> = []
    var isReplay: Bool?
    for (index, member) in group.members.enumerated() {
      guard let id = member.accountID else { continue }
      let identity = MemberIdentity(
        account: id, key: KeyIdentity(command: member.name, key: member.key))
      guard seen.insert(identity).inserted else { throw group.keyReused(at: index) }
      let isDuplicate: Bool
      do throws(LedgerError) {
        isDuplicate = try findRow(of: member, id) != nil
      } catch {
        throw group.refusal(error, at: index)
      }
      if !isDuplicate, hasNothingToDo(member, id) { continue }
      if let isReplay, isReplay != isDuplicate { throw group.keyReused(at: index) }
      isReplay = isDuplicate
    }
    return isReplay ?? false
  }

  /// Whether a release or report would have no effect, so that it is neither fresh nor a duplicate.
  private func hasNothingToDo(_ member: PreparedCommand, _ id: AccountID) -> Bool {
    guard let account = account(id, in: member.command.tenant) else { return false }
    switch member.command.action {
    case .release(let release):
      guard let found = try? account.findHold(release.reservation) else { return false }
      return found.hold.status != .open
    case .report(let report):
      guard let found = try? account.findHold(report.reservation) else { return false }
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
        hasNothingToDo(member, id)
      {
        results.append(try withAccount(id) { account throws(LedgerError) in
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
  ) throws(LedgerError) -> [CommandResult] {
    var cap: Amount?
    while true {
      beginSavepoint()
      do throws(LedgerError) {
        let results = try executeMembers(of: group, cap: cap, at: now)
        try group.checkCoupling(of: results)
        if let lowered = group.cap(for: results) {
          endSavepoint(keep: false)
          cap = lowered
          continue
        }
        try noteGroup(group)
        endSavepoint(keep: true)
        return results
      } catch {
        endSavepoint(keep: false)
        throw error
      }
    }
  }

  private mutating func executeMembers(
    of group: PreparedGroup, cap: Amount?, at now: Instant
  ) throws(LedgerError) -> [CommandResult] {
    var results: [CommandResult] = []
    for (index, member) in group.members.enumerated() {
      switch execute(member, at: now, cap: member.isCoupled ? cap : nil).result {
      case .success(let result): results.append(result)
      case .failure(let error): throw group.refusal(error, at: index)
      }
    }
    return results
  }

  private mutating func noteGroup(_ group: PreparedGroup) throws(LedgerError) {
    guard let id = group.members.first?.accountID, accounts[id] != nil else { return }
    try withAccount(id) { account in
      if account.groups[group.key] == nil { account.setGroup(group.key, group.fingerprint) }
    }
  }
}

private struct MemberIdentity: Hashable {
  let account: AccountID
  let key: KeyIdentity
}
