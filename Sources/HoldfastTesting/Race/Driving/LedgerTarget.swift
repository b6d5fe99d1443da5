package import Holdfast
internal import Synchronization

/// Races on a Holdfast store, whichever it is.
package struct LedgerTarget: RaceTarget {
  package let store: any LedgerStore
  package let header: RaceHeader
  let tenant: TenantName
  private let tellsReads: Bool
  private let entries = RecentEntries()
  private let end: @Sendable () async -> Void

  /// - Parameters:
  ///   - tellsReads: Whether the figures of a read are told, and so judged.
  ///   - end: What closes the store.
  package init(
    store: any LedgerStore, header: RaceHeader, tellsReads: Bool = true,
    end: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.header = header
    self.tellsReads = tellsReads
    self.end = end
    tenant = TenantName(header.tenant)
  }

  package func perform(_ call: RaceCall) async -> RaceAnswer {
    if call.word == .balance { return await read(call) }
    do throws(LedgerError) {
      let result = try await store.submit(command(call))
      return answer(result, to: call)
    } catch {
      return RaceAnswer(error)
    }
  }

  package func perform(together calls: [RaceCall]) async -> [RaceAnswer] {
    guard let first = calls.first else { return [] }
    let group = Group(
      tenant: tenant, key: IdempotencyKey("together-\(first.key.text)"),
      commands: calls.map(command))
    do throws(LedgerError) {
      return zip(try await store.submit(group), calls).map { answer($0, to: $1) }
    } catch {
      let refusal = RaceAnswer(error)
      guard case .refused = refusal, let failed = error.failedIndex else {
        return calls.map { _ in refusal }
      }
      return calls.indices.map { index in
        index == failed ? refusal : .refused(RaceAnswer.Refusal(code: RaceAnswer.otherMember))
      }
    }
  }

  package func balance(account: Int32, unit: Int32) async throws(RaceFailure) -> RaceBalance {
    do throws(LedgerError) {
      let balance = try await figures(account, unit)
      return RaceBalance(
        account: account, unit: unit, posted: balance.posted.value, held: balance.held.value)
    } catch {
      throw RaceFailure(error)
    }
  }

  package func close() async { await end() }

  private func figures(_ account: Int32, _ unit: Int32) async throws(LedgerError) -> Balance {
    try await store.balance(
      of: UnitName(header.units[Int(unit)]),
      AccountAddress(tenant: tenant, account: RaceHeader.accountName(account)), asOf: nil,
      expiringWithin: 0)
  }

  private func read(_ call: RaceCall) async -> RaceAnswer {
    do throws(LedgerError) {
      let balance = try await figures(call.account, call.unit)
      guard tellsReads else { return .refused(RaceAnswer.Refusal(code: "not_told")) }
      return .applied(
        RaceAnswer.Effect(amount: 0, posted: balance.posted.value, held: balance.held.value))
    } catch {
      return RaceAnswer(error)
    }
  }

  private func answer(_ result: CommandResult, to call: RaceCall) -> RaceAnswer {
    switch result.outcome {
    case .credit(let credit): entries.remember(credit.entryId, call.key)
    case .debit(let debit): entries.remember(debit.entryId, call.key)
    default: break
    }
    return RaceAnswer(result, to: call)
  }

  func entry(_ key: RaceKey?) -> EntryID {
    key.flatMap { entries[$0] } ?? EntryID("unknown")
  }
}

extension RaceAnswer {
  /// The code of a member of a group that another member's refusal undid.
  package static let otherMember = "group_refused"

  /// What an error says.
  package init(_ error: LedgerError) {
    guard error.effect == .none else {
      self = .unknown
      return
    }
    self = .refused(
      Refusal(
        code: error.code.rawValue, available: error.available?.value,
        required: error.required?.value))
  }
}

extension RaceFailure {
  /// What a store refused.
  package init(_ error: LedgerError) {
    let isUnreachable =
      switch error.code {
      case .unavailable, .overloaded, .deadlineExceeded, .outcomeUnknown: true
      default: false
      }
    self.init(
      "\(error.code.rawValue): \(error.message)" + (error.detail.map { " (\($0))" } ?? ""),
      isUnreachable: isUnreachable)
  }
}

/// The entries of the latest credits and debits, so that they can be reversed by their keys.
private final class RecentEntries: Sendable {
  private struct Kept {
    var ids: [RaceKey: EntryID] = [:]
    var order: [RaceKey] = []
    var oldest = 0
  }

  private static let limit = 20_000
  private let kept = Mutex(Kept())

  func remember(_ id: EntryID, _ key: RaceKey) {
    kept.withLock { kept in
      guard kept.ids.updateValue(id, forKey: key) == nil else { return }
      if kept.order.count < RecentEntries.limit {
        kept.order.append(key)
        return
      }
      kept.ids[kept.order[kept.oldest]] = nil
      kept.order[kept.oldest] = key
      kept.oldest = (kept.oldest + 1) % RecentEntries.limit
    }
  }

  subscript(key: RaceKey) -> EntryID? { kept.withLock { $0.ids[key] } }
}
