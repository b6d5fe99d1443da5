/// One transition of a balance or of a counted item, as it was written. Rows are never changed.
public struct JournalRow: Sendable {
  /// 1, 2, 3, … within the stream.
  package private(set) var version: Int64
  /// When it took effect; never earlier than the row before it.
  package private(set) var instant: Instant
  /// When it was due, where that is not `instant`.
  package var dueAt: Instant?
  package let event: Event
  package internal(set) var delta: Figures
  /// The figures after this row; each is the row before's plus `delta`.
  package private(set) var after: Figures
  /// The version of the row in this stream that this one acts on; 0 for none.
  package var subject: Int64 = 0
  /// The other side of a transfer, or the balance row that a usage row caused.
  package var counterpart: Counterpart = .none
  /// Of a reserve or increase the pins, of a charge what it drew, in order; repayments of debt last.
  package var draws: [Draw] = []
  /// The reservation as this row left it.
  package var hold: Hold?
  /// The lot that this row opened or changed.
  package var lot: LotRow?
  package var usage: UsageRow?
  /// The command this row is part of; `nil` for what time did.
  package var cause: PreparedCommand?
  /// Whether `cause` is answered from this row; a command's other rows are consequences of it.
  package var isAnswer = false
  /// What the answer says that the figures of this row do not.
  package var remark: Remark = .none
  /// Whether a settlement came after the lapse, or was made by it.
  package var settlement: SettlementMark = .ordinary
  /// The revisions of the item's definition and of the account's override that decided.
  package var revision: Revision = .none
  /// The rules that decided; raised when an outcome changes.
  package var rules: Int32 = JournalRow.presentRules

  package init(
    version: Int64, instant: Instant, dueAt: Instant? = nil, event: Event, delta: Figures,
    after: Figures, subject: Int64 = 0, counterpart: Counterpart = .none, draws: [Draw] = [],
    hold: Hold? = nil, lot: LotRow? = nil, usage: UsageRow? = nil, cause: PreparedCommand? = nil,
    isAnswer: Bool = false, remark: Remark = .none, settlement: SettlementMark = .ordinary,
    revision: Revision = .none, rules: Int32 = JournalRow.presentRules
  ) {
    self.version = version
    self.instant = instant
    self.dueAt = dueAt
    self.event = event
    self.delta = delta
    self.after = after
    self.subject = subject
    self.counterpart = counterpart
    self.draws = draws
    self.hold = hold
    self.lot = lot
    self.usage = usage
    self.cause = cause
    self.isAnswer = isAnswer
    self.remark = remark
    self.settlement = settlement
    self.revision = revision
    self.rules = rules
  }

  package static let presentRules: Int32 = 1

  /// What a rule says about the row it writes. It stands nowhere before it is placed.
  init(_ event: Event) {
    self.init(
      version: 0, instant: Instant(microseconds: .min), event: event, delta: .zero, after: .zero)
  }

  /// Gives it the place in its stream where it will be written.
  mutating func place(
    at version: Int64, _ instant: Instant, after: Figures, _ moment: Moment
  ) {
    self.version = version
    self.instant = instant
    self.after = after
    dueAt = moment.dueAt(ifNot: instant)
    cause = moment.cause
  }

  package enum Event: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case credit = 1
    case activation = 2
    case debit = 3
    case transferOut = 4
    case transferIn = 5
    case reserve = 6
    case increase = 7
    case extend = 8
    case report = 9
    case settlement = 10
    case release = 11
    case lapse = 12
    case reversal = 13
    case expiry = 14
    case void = 15
    case lotUpdate = 16
    case overdraftLimit = 17
    case usageCharge = 18
    case usage = 19
    case usageReversal = 20
    /// A further lot of a transfer whose entry is the row before.
    case transferPiece = 21
  }

  package enum SettlementMark: UInt8, Hashable, Sendable {
    case ordinary
    case late
    case lapsed
  }

  package indirect enum Counterpart: Hashable, Sendable {
    case none
    case at(Position)

    package var position: Position? {
      if case .at(let position) = self { position } else { nil }
    }
  }

  package indirect enum Remark: Hashable, Sendable {
    case none
    /// The balance after the whole command, where rows follow this one.
    case balanceAfter(Amount)
    case reversal(lapsed: Amount, unrecoverable: Amount, balanceAfter: Amount)
    /// What the group's coupled settles were held to.
    case coupled(Amount, balanceAfter: Amount)
    case usage(UsageAnswer)
    case usageReversal(ReverseUsageResult)
  }
}

/// The figures of a balance; of a row also their changes.
package struct Figures: Hashable, Sendable {
  package var posted: Amount = 0
  package var held: Amount = 0
  package var debt: Amount = 0
  package var scheduled: Amount = 0
  package var overdraftLimit: Amount = 0

  package init(
    posted: Amount = 0, held: Amount = 0, debt: Amount = 0, scheduled: Amount = 0,
    overdraftLimit: Amount = 0
  ) {
    self.posted = posted
    self.held = held
    self.debt = debt
    self.scheduled = scheduled
    self.overdraftLimit = overdraftLimit
  }

  package static let zero = Figures()

  package var available: Amount { posted - held + overdraftLimit }

  package static func + (left: Figures, right: Figures) -> Figures {
    Figures(
      posted: left.posted + right.posted, held: left.held + right.held,
      debt: left.debt + right.debt, scheduled: left.scheduled + right.scheduled,
      overdraftLimit: left.overdraftLimit + right.overdraftLimit)
  }
}

/// An amount taken from a lot, or from the overdraft as debt.
package struct Draw: Hashable, Sendable {
  /// The version that opened the lot; 0 for debt.
  package var lot: Int64
  package var amount: Amount
  /// Whether it repaid debt, which moves no posted figure.
  package var isRepayment: Bool

  package init(lot: Int64, amount: Amount, isRepayment: Bool = false) {
    self.lot = lot
    self.amount = amount
    self.isRepayment = isRepayment
  }

  package static let debt: Int64 = 0
}

/// The lot part of a row.
package final class LotRow: Sendable {
  /// The terms as the row left them.
  package let terms: LotTerms
  /// What was granted, where the row opened the lot; otherwise 0.
  package let opened: Amount

  package init(terms: LotTerms, opened: Amount = 0) {
    self.terms = terms
    self.opened = opened
  }
}

/// The usage part of a row: what was counted, or taken back.
package final class UsageRow: Sendable {
  /// Pieces counted; negative when taken back.
  package let delta: Amount
  /// All pieces of all time after this row.
  package let lifetimeAfter: Amount
  /// The reservation that counted them.
  package let hold: Position?
  /// Pieces above a limit, and what they cost.
  package let overflow: Amount
  package let charged: Amount

  package init(
    delta: Amount, lifetimeAfter: Amount, hold: Position?, overflow: Amount, charged: Amount
  ) {
    self.delta = delta
    self.lifetimeAfter = lifetimeAfter
    self.hold = hold
    self.overflow = overflow
    self.charged = charged
  }
}

/// Which definitions decided; 0 for none.
package struct Revision: Hashable, Sendable {
  package var definition: Int32
  package var override: Int32

  package init(definition: Int32, override: Int32) {
    self.definition = definition
    self.override = override
  }

  package static let none = Revision(definition: 0, override: 0)
}
