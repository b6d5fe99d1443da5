internal import Holdfast

extension RaceRow {
  /// A row as the journal has it.
  init(_ row: JournalRow, in stream: RaceStream, _ names: RaceNames) {
    self.stream = stream
    version = row.version
    event = row.event
    isAnswer = row.isAnswer
    subject = row.subject
    postedDelta = row.delta.posted.value
    heldDelta = row.delta.held.value
    postedAfter = row.after.posted.value
    heldAfter = row.after.held.value
    overdraftAfter = row.after.overdraftLimit.value
    usageDelta = row.usage?.delta.value ?? 0
    usedAfter = row.usage?.lifetimeAfter.value ?? 0
    cause = row.cause.map { Cause($0, in: stream, names) } ?? .time
  }
}

extension RaceRow.Cause {
  fileprivate init(_ cause: PreparedCommand, in stream: RaceStream, _ names: RaceNames) {
    if names.isOpening(cause.key) {
      self = .opening
      return
    }
    guard let key = RaceKey(text: cause.key.string), let word = RaceWord(cause.command.action),
      let account = cause.command.account.map(names.account) ?? stream.account
    else {
      self = .foreign
      return
    }
    self = .call(key, account: account, word, asked: cause.command.action.asked)
  }
}

extension RaceWord {
  fileprivate init?(_ action: Command.Action) {
    switch action {
    case .credit: self = .credit
    case .debit: self = .debit
    case .transfer: self = .transfer
    case .reserve: self = .reserve
    case .increase: self = .increase
    case .extend: self = .extend
    case .settle: self = .settle
    case .release: self = .release
    case .reverse: self = .reverse
    case .recordUsage: self = .recordUsage
    case .setOverdraftLimit: self = .setOverdraftLimit
    case .report, .reverseUsage, .voidLot, .updateLot: return nil
    }
  }
}

extension Command.Action {
  /// What `RaceCall.amount` of such a command is.
  fileprivate var asked: Int64 {
    switch self {
    case .credit(let action): action.amount.value
    case .debit(let action): action.amount.value
    case .transfer(let action): action.amount.value
    case .reserve(let action): action.amount.value
    case .increase(let action): action.amount.value
    case .settle(let action): action.amount.value
    case .reverse(let action): action.amount?.value ?? 0
    case .recordUsage(let action): action.amount.value
    case .setOverdraftLimit(let action): action.limit.value
    case .extend(let action):
      switch action.by {
      case .fromNow(let seconds), .fromExpiry(let seconds): Int64(seconds)
      }
    case .release, .report, .reverseUsage, .voidLot, .updateLot: 0
    }
  }
}
