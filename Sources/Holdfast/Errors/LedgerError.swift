/// Why a call was refused or could not be answered. The one error type of the ledger.
///
/// When several reasons apply, the code that stands first in `LedgerError.Code` is given.
@dynamicMemberLookup
public struct LedgerError: Error, Hashable, Sendable {
  /// The stable code; branch on this.
  public let code: Code
  /// A sentence for people. It carries nothing of the customer's, and no code is derived from it.
  public let message: String
  private var box: Box

  package init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    box = .figures(Figures(field: field))
  }

  /// The figures are kept apart, because a result that can fail is copied more often than it fails.
  private indirect enum Box: Hashable, Sendable {
    case figures(Figures)
  }

  /// The figures, as if they were the error's own: `error.available`.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Figures, Value>) -> Value {
    get { figures[keyPath: member] }
    set { figures[keyPath: member] = newValue }
  }

  /// What an error says besides its code.
  public var figures: Figures {
    get {
      switch box {
      case .figures(let figures): figures
      }
    }
    set { box = .figures(newValue) }
  }

  /// What an error says besides its code; each figure only where it says something.
  public struct Figures: Hashable, Sendable {
    /// The input at fault, with `invalid_argument`: `amount`, `expiresAt`, `commands[2].unit`.
    public var field: String?
    /// A stable word that says more, such as `clock_step` with `unavailable`.
    public var detail: String?
    /// What the command could have used.
    public var available: Amount?
    /// What the command needed: for `minimum` the minimum, for an overdraft refusal the excess.
    public var required: Amount?
    /// The bound that was met: a limit's maximum, a reservation's size, what is left of an entry.
    public var limit: Amount?
    /// What was used of the limit.
    public var used: Amount?
    /// When the limit's window ends.
    public var resetsAt: Instant?
    /// Up to when rows were archived, where what was asked for lies behind it.
    public var archivedThrough: Instant?
    /// In a group: the index of the member that was refused.
    public var failedIndex: Int?
    /// The refusal of a `recordUsage`, as the answer it is.
    package var usage: UsageAnswer?

    init(field: String?) {
      self.field = field
    }
  }

  /// Whether the same call under the same key may succeed later.
  public var isRetryable: Bool { code.isRetryable }

  /// Whether the call may have had an effect.
  public var effect: Effect { code == .outcomeUnknown ? .unknown : .none }

  /// What is known of a call's effect.
  public enum Effect: String, Hashable, Sendable {
    /// Nothing happened.
    case none
    /// It may have happened; asking again under the same key tells.
    case unknown
  }
}

extension LedgerError: CustomStringConvertible {
  public var description: String {
    var text = code.rawValue
    if let field = figures.field { text += " (\(field))" }
    text += ": \(message)"
    if let available = figures.available { text += " available=\(available)" }
    if let required = figures.required { text += " required=\(required)" }
    if let limit = figures.limit { text += " limit=\(limit)" }
    if let failedIndex = figures.failedIndex { text += " failedIndex=\(failedIndex)" }
    return text
  }
}
