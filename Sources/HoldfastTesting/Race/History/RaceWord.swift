/// What a client asks for. The raw values stand in history files.
package enum RaceWord: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  case credit
  case debit
  case transfer
  case reserve
  case increase
  case extend
  case settle
  case release
  case reverse
  case recordUsage = "usage"
  case setOverdraftLimit = "overdraft"
  /// Reads the figures of a balance. It has no effect, and its key means nothing.
  case balance

  /// Whether it acts on what an earlier call did, which `RaceCall.subject` names.
  package var needsSubject: Bool {
    switch self {
    case .increase, .extend, .settle, .release, .reverse: true
    case .credit, .debit, .transfer, .reserve, .recordUsage, .setOverdraftLimit, .balance: false
    }
  }
}
