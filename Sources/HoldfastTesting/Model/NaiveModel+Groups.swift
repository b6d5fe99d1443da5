package import Holdfast

extension NaiveModel {
  /// Decides a group: all or nothing, in order, on the evolving state.
  package mutating func submit(
    _ group: Group, label: String, at now: Instant
  ) -> Result<[ModelResult], ModelRefusal> {
    var next = self
    next.advance(to: now)
    if let first = next.groupEffects.first(where: {
      $0.group.tenant == group.tenant && $0.group.key == group.key
    }) {
      guard first.group == group else { return .failure(ModelRefusal(.idempotencyKeyReused)) }
      return .success(next.replay(first, label: label, at: now))
    }
    let isCoupled = group.commands.contains(where: \.isCoupled)
    let cap = isCoupled ? next.least(of: group, label: label, at: now) : nil
    do throws(ModelRefusal) {
      let results = try next.run(group, label: label, at: now, cap: cap)
      self = next
      return .success(results)
    } catch {
      return .failure(error)
    }
  }

  /// Members that took no key are judged afresh.
  private mutating func replay(
    _ effect: GroupEffect, label: String, at now: Instant
  ) -> [ModelResult] {
    var results: [ModelResult] = []
    for (index, member) in effect.results.enumerated() {
      let command = effect.group.commands[index]
      if !member.takesKey {
        let key = effect.group.key(of: index)
        switch try? judge(command, key: key, label: "\(label).\(index)", at: now) {
        case .fresh(let applied, _)?: results.append(result(of: applied, duplicate: false))
        case .replay(let first)?: results.append(first)
        case nil: results.append(mark(of: command, member))
        }
        continue
      }
      var result = member.result
      result.duplicate = true
      result.available = member.balance.map {
        accounts[$0.account].balance($0.unit).available
      }
      results.append(result)
    }
    return results
  }

  /// What a report answers that had nothing to do, and whose hold is closed by now.
  private mutating func mark(of command: Command, _ member: GroupEffect.Member) -> ModelResult {
    var result = member.result
    result.available = member.balance.map {
      accounts[$0.account].balance($0.unit).available
    }
    guard case .report(let report) = command.action, let account = accountsMeant(by: command).first,
      let (index, place) = try? find(report.reservation, account)
    else { return result }
    let hold = accounts[account].balances[index].holds[place]
    result.facts = [
      Fact("reservationId", .label(hold.label)), Fact("used", .integer(hold.reported)),
    ]
    return result
  }

  /// The least that any of the coupled settles can charge; members that would be refused are passed
  /// over, they are judged with the least.
  private func least(of group: Group, label: String, at now: Instant) -> Int64? {
    var work = self
    var least: Int64?
    for (index, command) in group.commands.enumerated() {
      let before = work
      guard
        case .fresh(let applied, _)? = try? work.judge(
          command, key: group.key(of: index), label: "\(label).\(index)", at: now)
      else {
        work = before
        continue
      }
      guard command.isCoupled, let charged = applied.facts.integer("operationSettledAmount")
      else { continue }
      least = min(least ?? charged, charged)
    }
    return least
  }

  private mutating func run(
    _ group: Group, label: String, at now: Instant, cap: Int64?
  ) throws(ModelRefusal) -> [ModelResult] {
    let former = try formerResults(of: group, label: label, at: now)
    var coupled: [BalancePlace] = []
    var results: [GroupEffect.Member] = []
    for (index, command) in group.commands.enumerated() {
      if let old = former[index] {
        results.append(old)
        continue
      }
      do throws(ModelRefusal) {
        if command.isCoupled, let place = coupledPlace(of: command) {
          guard !coupled.contains(where: { $0.account == place.account && $0.unit == place.unit })
          else { throw ModelRefusal(.invalidArgument) }
          coupled.append(place)
        }
        results.append(
          try runFresh(command, group.key(of: index), "\(label).\(index)", at: now, cap: cap))
      } catch {
        throw error.at(index)
      }
    }
    let hasEffect = results.contains { $0.takesKey && !$0.result.duplicate }
    if hasEffect { groupEffects.append(GroupEffect(group: group, results: results)) }
    return results.map(\.result)
  }

  /// What the members answered before, when all are repeats; nothing when all are fresh. Keys come
  /// before anything that depends on the state.
  private mutating func formerResults(
    of group: Group, label: String, at now: Instant
  ) throws(ModelRefusal) -> [GroupEffect.Member?] {
    var former: [GroupEffect.Member?] = []
    var keys: [(name: CommandName, account: Int, key: IdempotencyKey)] = []
    var isRepeat: Bool?
    for (index, command) in group.commands.enumerated() {
      let key = group.key(of: index)
      let accounts = accountsMeant(by: command)
      do throws(ModelRefusal) {
        let old = try formerResult(of: command, key: key, accounts: accounts)
        former.append(old)
        let counts =
          old != nil
          || (accounts.count == 1
            && !isWithoutEffect(command, key, "\(label).\(index)", at: now))
        if let isRepeat, counts, isRepeat != (old != nil) {
          throw ModelRefusal(.idempotencyKeyReused)
        }
        if counts { isRepeat = old != nil }
        for account in accounts {
          let isThere = keys.contains {
            $0.name == command.action.name && $0.account == account && $0.key == key
          }
          if isThere { throw ModelRefusal(.idempotencyKeyReused) }
          keys.append((command.action.name, account, key))
        }
      } catch {
        throw error.at(index)
      }
    }
    return former
  }

  /// Whether it is a release of a closed hold or a report that is not higher.
  private func isWithoutEffect(
    _ command: Command, _ key: IdempotencyKey, _ label: String, at now: Instant
  ) -> Bool {
    var copy = self
    guard case .fresh(let applied, _)? = try? copy.judge(command, key: key, label: label, at: now)
    else { return false }
    return !applied.takesKey && command.action.name != .recordUsage
  }

  private mutating func coupledPlace(of command: Command) -> BalancePlace? {
    let accounts = accountsMeant(by: command)
    return accounts.count == 1 ? place(of: command.action, accounts[0]) : nil
  }

  private mutating func runFresh(
    _ command: Command, _ key: IdempotencyKey, _ label: String, at now: Instant, cap: Int64?
  ) throws(ModelRefusal) -> GroupEffect.Member {
    guard
      case .fresh(let applied, let account) = try judge(
        command, key: key, label: label, at: now, cap: cap)
    else { throw ModelRefusal(.idempotencyKeyReused) }
    if let reason = applied.facts.first(where: { $0.name == "reason" })?.value,
      case .text(let code) = reason, let code = LedgerError.Code(rawValue: code.string)
    {
      throw ModelRefusal(code)
    }
    if applied.takesKey { remember(command, key, account, applied.facts) }
    return GroupEffect.Member(
      result: result(of: applied, duplicate: false), balance: applied.balance,
      takesKey: applied.takesKey)
  }

  /// What an earlier command under the member's key answered.
  private func formerResult(
    of command: Command, key: IdempotencyKey, accounts: [Int]
  ) throws(ModelRefusal) -> GroupEffect.Member? {
    for account in accounts where account < self.accounts.count {
      if let result = try replay(of: command, key: key, account: account) {
        return GroupEffect.Member(
          result: result, balance: place(of: command.action, account), takesKey: true)
      }
    }
    return nil
  }
}

extension Group {
  func key(of index: Int) -> IdempotencyKey {
    commands[index].key ?? IdempotencyKey("\(key.string)#\(index)")
  }
}

extension ModelRefusal {
  fileprivate func at(_ index: Int) -> ModelRefusal {
    ModelRefusal(code, available: available, required: required, index: index)
  }
}

extension Command {
  var isCoupled: Bool {
    if case .settle(let settle) = action { settle.coupled } else { false }
  }
}

extension [Fact] {
  func integer(_ name: String) -> Int64? {
    guard case .integer(let value)? = first(where: { $0.name == name })?.value else { return nil }
    return value
  }
}
