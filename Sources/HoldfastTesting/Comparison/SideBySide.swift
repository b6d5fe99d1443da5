package import Holdfast

/// A store and the model that do the same, answer by answer.
package struct SideBySide: Sendable {
  /// Makes the store under test on a clock, with that many open reservations at most.
  package typealias MakeStore = @Sendable (SimulatedClock, Int) async -> any LedgerStore

  package internal(set) var model: NaiveModel
  package internal(set) var labels = IDLabels()
  package internal(set) var now: Instant
  /// What the contract says to the last step.
  package private(set) var lastAnswers: [ModelAnswer] = []
  let scope: WorkloadScope
  let store: any LedgerStore
  private let clock: SimulatedClock
  private var past: [(instant: Instant, model: NaiveModel)] = []

  private static let pastStates = 40

  package init(
    scope: WorkloadScope, maximumOpenReservations: Int, makeStore: MakeStore
  ) async {
    self.scope = scope
    clock = SimulatedClock()
    now = clock.now
    model = NaiveModel(maximumOpenReservations: maximumOpenReservations)
    store = await makeStore(clock, maximumOpenReservations)
  }

  /// Does one step on both sides.
  package mutating func perform(_ step: WorkloadStep) async -> Mismatch? {
    clock.advance(to: step.at)
    now = clock.now
    lastAnswers = []
    let label = "@\(step.id)"
    var difference: Difference?
    switch step.action {
    case .submit(let command):
      difference = await compare(command, label + ".0")
    case .list(let commands):
      difference = await compareList(commands, label)
    case .group(let group):
      difference = await compareGroup(group, label)
    case .previewList(let commands):
      difference = await comparePreview(commands, label)
    case .previewGroup(let group):
      difference = await comparePreview(group, label)
    case .malformed(let command, let field):
      difference = await compareMalformed(command, field: field)
    case .define, .overrideLimits, .sweep:
      difference = await administer(step.action)
    case .balanceAsOf(let unit, let address, let ago):
      difference = await compareBalance(unit, address, asOf: now.advanced(byMicroseconds: -ago))
    }
    past.append((now, model))
    if past.count > SideBySide.pastStates { past.removeFirst() }
    return difference.map {
      Mismatch(step: step.id, path: $0.path, expected: $0.expected, got: $0.got)
    }
  }

  private mutating func compare(_ command: Command, _ label: String) async -> Difference? {
    let expected = model.submit(command, label: label, at: now)
    lastAnswers.append(expected)
    await nameLedgerEntry(of: command)
    let got: ModelAnswer
    do throws(LedgerError) {
      let result = try await store.submit(labels.resolve(command))
      got = .applied(labels.result(result, label: label))
    } catch {
      got = .refused(ModelRefusal(error))
    }
    return Difference(expected, got, command.action.word)
  }

  private mutating func compareList(_ commands: [Command], _ label: String) async -> Difference? {
    for command in commands { await nameLedgerEntry(of: command) }
    let resolved = commands.map(labels.resolve)
    let answers: [Result<CommandResult, LedgerError>]
    do throws(LedgerError) {
      answers = try await store.submit(resolved)
    } catch {
      return Difference(path: "list", expected: "a result each", got: error.description)
    }
    return compare(answers, to: commands, label)
  }

  private mutating func compare(
    _ answers: [Result<CommandResult, LedgerError>], to commands: [Command], _ label: String
  ) -> Difference? {
    for (index, command) in commands.enumerated() {
      let label = "\(label).\(index)"
      let expected = model.submit(command, label: label, at: now)
      lastAnswers.append(expected)
      let got: ModelAnswer
      switch answers[index] {
      case .success(let result): got = .applied(labels.result(result, label: label))
      case .failure(let error): got = .refused(ModelRefusal(error))
      }
      let word = command.action.word
      if let difference = Difference(expected, got, word) { return difference }
    }
    return nil
  }

  private mutating func comparePreview(_ commands: [Command], _ label: String) async -> Difference?
  {
    let before = (model, labels)
    for command in commands { await nameLedgerEntry(of: command) }
    let resolved = commands.map(labels.resolve)
    defer {
      (model, labels) = before
      lastAnswers = []
    }
    do throws(LedgerError) {
      let answers = try await store.preview(resolved)
      return compare(answers, to: commands, label)
    } catch {
      return Difference(path: "preview", expected: "a result each", got: error.description)
    }
  }

  private mutating func compareGroup(_ group: Group, _ label: String) async -> Difference? {
    await compareGroup(group, label) { store, group throws(LedgerError) in
      try await store.submit(group)
    }
  }

  private mutating func comparePreview(_ group: Group, _ label: String) async -> Difference? {
    let before = (model, labels)
    let difference = await compareGroup(group, label) { store, group throws(LedgerError) in
      try await store.preview(group)
    }
    (model, labels) = before
    lastAnswers = []
    return difference
  }

  private mutating func compareGroup(
    _ group: Group, _ label: String,
    by call: (any LedgerStore, Group) async throws(LedgerError) -> [CommandResult]
  ) async -> Difference? {
    let expected = model.submit(group, label: label, at: now)
    for command in group.commands { await nameLedgerEntry(of: command) }
    var resolved = group
    resolved.commands = group.commands.map(labels.resolve)
    do throws(LedgerError) {
      let results = try await call(store, resolved)
      guard case .success(let wanted) = expected else {
        return Difference(
          path: "atomic", expected: describe(expected), got: "\(results.count) results")
      }
      for (index, result) in results.enumerated() {
        lastAnswers.append(.applied(wanted[index]))
        let got = labels.result(result, label: "\(label).\(index)")
        let word = "atomic.\(group.commands[index].action.word)"
        if let difference = Difference(.applied(wanted[index]), .applied(got), word) {
          return difference
        }
      }
      return nil
    } catch {
      guard case .failure(let refusal) = expected else {
        return Difference(path: "atomic", expected: describe(expected), got: error.description)
      }
      lastAnswers.append(.refused(refusal))
      return Difference(.refused(refusal), .refused(ModelRefusal(error)), "atomic")
    }
  }

  private func describe(_ expected: Result<[ModelResult], ModelRefusal>) -> String {
    switch expected {
    case .success(let results): "\(results.count) results"
    case .failure(let refusal):
      "\(refusal.code.rawValue) at \(refusal.index.map(String.init) ?? "the group")"
    }
  }

  private mutating func compareMalformed(
    _ command: Command, field: String
  ) async -> Difference? {
    lastAnswers.append(.refused(ModelRefusal(.invalidArgument)))
    do throws(LedgerError) {
      _ = try await store.submit(labels.resolve(command))
      return Difference(path: "malformed", expected: "invalid_argument", got: "applied")
    } catch {
      let got = "\(error.code.rawValue) \(error.field ?? "")"
      let expected = "invalid_argument \(field)"
      return ByteText(got) == ByteText(expected)
        ? nil : Difference(path: "malformed", expected: expected, got: got)
    }
  }

  private mutating func administer(_ action: WorkloadStep.Action) async -> Difference? {
    do throws(LedgerError) {
      switch action {
      case .define(let definition, let tenant):
        model.define(definition, in: tenant)
        try await store.define(definition, in: tenant)
      case .overrideLimits(let limits, let item, let address):
        model.overrideLimits(limits, of: item, address.tenant, address.account)
        try await store.overrideLimits(limits, of: item, for: address)
      case .sweep(let tenant):
        _ = try await store.sweep(tenant)
      default: break
      }
      return nil
    } catch {
      return Difference(path: "administration", expected: "done", got: error.description)
    }
  }

  private mutating func compareBalance(
    _ unit: UnitName, _ address: AccountAddress, asOf instant: Instant
  ) async -> Difference? {
    guard var state = past.last(where: { $0.instant <= instant })?.model else { return nil }
    state.advance(to: instant)
    let account = state.index(address.tenant, address.account)
    do throws(LedgerError) {
      let balance = try await store.balance(
        of: unit, address, asOf: instant, expiringWithin: ModelBalance.outlookSeconds)
      return Difference(state.accounts[account].balance(unit).facts, balance.facts, "asOf")
    } catch {
      return Difference(path: "asOf", expected: "a balance", got: error.description)
    }
  }

  /// Asks the store's ledger which id an entry has that is named by its place.
  private mutating func nameLedgerEntry(of command: Command) async {
    guard case .reverse(let reverse) = command.action,
      let label = LedgerLabel(reverse.entry.description)
    else { return }
    let address = AccountAddress(tenant: command.tenant, account: label.account)
    let page = try? await store.ledger(of: label.unit, address, .cursor(nil, limit: 1000))
    guard let entries = page?.entries, label.index < entries.count else { return }
    labels.name(entries[entries.count - 1 - label.index].id, label.text)
  }
}

extension ModelRefusal {
  init(_ error: LedgerError) {
    self.init(
      error.code, available: error.available?.value, required: error.required?.value,
      index: error.failedIndex)
  }
}
