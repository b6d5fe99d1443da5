package import Holdfast

/// The contract, written down as plainly as it can be, to be compared with a store.
///
/// Nothing here is fast or shared with the rules of `Holdfast`: lists are scanned, figures are added
/// up each time, a command works on a copy of everything that is kept or dropped.
package struct NaiveModel: Sendable {
  package var accounts: [ModelAccount] = []
  package var items: [(tenant: TenantName, definition: UsageItemDefinition)] = []
  var effects: [Effect] = []
  var groupEffects: [GroupEffect] = []
  let maximumOpenReservations: Int
  let calendar = WindowCalendar()

  package init(maximumOpenReservations: Int = 10_000) {
    self.maximumOpenReservations = maximumOpenReservations
  }

  /// What was applied under a key.
  struct Effect: Sendable {
    var account: Int
    var name: CommandName
    var key: IdempotencyKey
    var action: Command.Action
    var facts: [Fact]
  }

  /// What was applied as a group under a key.
  struct GroupEffect: Sendable {
    var group: Group
    var results: [Member]

    struct Member: Sendable {
      var result: ModelResult
      /// Where its figure of the moment comes from.
      var balance: BalancePlace?
      var takesKey: Bool
    }
  }

  /// A balance that an answer's `available` is about.
  struct BalancePlace: Sendable {
    var account: Int
    var unit: UnitName
  }

  /// What a command did.
  struct Applied {
    var facts: [Fact]
    var balance: BalancePlace?
    /// `false` when it had no effect and takes no key.
    var takesKey = true
  }

  /// Decides one command. The label names what it makes.
  package mutating func submit(_ command: Command, label: String, at now: Instant) -> ModelAnswer {
    var next = self
    next.advance(to: now)
    do throws(ModelRefusal) {
      let result: ModelResult
      switch try next.judge(command, key: command.key, label: label, at: now) {
      case .replay(let first): result = first
      case .fresh(let applied, let account):
        result = next.result(of: applied, duplicate: false)
        if applied.takesKey {
          next.remember(command, command.key, account, applied.facts)
          self = next
        }
      }
      return .applied(result)
    } catch {
      return .refused(error)
    }
  }

  enum Judgement {
    case replay(ModelResult)
    case fresh(Applied, account: Int)
  }

  /// Looks the key up, then decides on this state.
  mutating func judge(
    _ command: Command, key: IdempotencyKey?, label: String, at now: Instant,
    cap: Int64? = nil
  ) throws(ModelRefusal) -> Judgement {
    let candidates = accountsMeant(by: command)
    for account in candidates {
      if let first = try replay(of: command, key: key, account: account) { return .replay(first) }
    }
    guard candidates.count <= 1 else { throw ModelRefusal(.ambiguousKey) }
    guard let account = candidates.first else { throw ModelRefusal(command.action.notFound) }
    var work = Work(
      key: key ?? IdempotencyKey("usage without a key"), label: label, now: now, cap: cap,
      account: account)
    let applied = try decide(command.action, &work)
    return .fresh(applied, account: account)
  }

  /// What surrounds a command while it is decided.
  struct Work {
    let key: IdempotencyKey
    let label: String
    let now: Instant
    /// What coupled settles are held to.
    let cap: Int64?
    let account: Int
  }

  /// The first result under the key, or a refusal for other input under it.
  func replay(
    of command: Command, key: IdempotencyKey?, account: Int
  ) throws(ModelRefusal) -> ModelResult? {
    guard let key, let effect = effect(of: command.action.name, key, account) else { return nil }
    guard effect.action == command.action else { throw ModelRefusal(.idempotencyKeyReused) }
    let balance = place(of: command.action, account)
    return result(of: Applied(facts: effect.facts, balance: balance), duplicate: true)
  }

  func effect(of name: CommandName, _ key: IdempotencyKey, _ account: Int) -> Effect? {
    let index = effects.indices.first { index in
      effects[index].account == account && effects[index].name == name && effects[index].key == key
    }
    return index.map { effects[$0] }
  }

  mutating func remember(
    _ command: Command, _ key: IdempotencyKey?, _ account: Int, _ facts: [Fact]
  ) {
    guard let key else { return }
    effects.append(
      Effect(
        account: account, name: command.action.name, key: key, action: command.action,
        facts: facts))
  }

  func result(of applied: Applied, duplicate: Bool) -> ModelResult {
    ModelResult(
      duplicate: duplicate, facts: applied.facts,
      available: applied.balance.map { accounts[$0.account].balance($0.unit).available })
  }
}

extension Command.Action {
  /// The refusal when what the action names is not there.
  var notFound: LedgerError.Code {
    switch self {
    case .reverse: .entryNotFound
    case .reverseUsage: .usageRecordNotFound
    case .voidLot, .updateLot: .lotNotFound
    default: .reservationNotFound
    }
  }
}
