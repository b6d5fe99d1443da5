import Holdfast
import Testing

/// What was answered to each call.
actor RaceLog {
  private(set) var effects: [Int: [CommandResult]] = [:]
  private(set) var codes: [LedgerError.Code: Int] = [:]
  private(set) var effectCount = 0
  private(set) var duplicateCount = 0

  /// Notes an answer, and finds fault with one that does not go with those before.
  func note(_ results: [CommandResult], to call: Int) {
    // What did nothing may do something the next time.
    if results.contains(where: \.didNothing) { return }
    let isDuplicate = results[0].duplicate
    #expect(results.allSatisfy { $0.duplicate == isDuplicate }, "call \(call)")
    if isDuplicate { duplicateCount += 1 } else { effectCount += 1 }
    if let known = effects[call] {
      #expect(known.map(\.outcome) == results.map(\.outcome), "call \(call)")
    } else {
      effects[call] = results
    }
    guard !isDuplicate else { return }
    #expect(acted.insert(call).inserted, "call \(call) had two effects")
  }

  private var acted: Set<Int> = []

  /// The calls of which the first answer never came to light: only duplicates did.
  var withoutFirst: Set<Int> { Set(effects.keys).subtracting(acted) }

  func note(_ error: LedgerError, of call: Int) {
    codes[error.code, default: 0] += 1
    let isExpected =
      RaceLog.expected.contains(error.code)
      || (error.code == .invalidArgument && error.field?.hasSuffix("expiresAt") == true)
    #expect(isExpected, "call \(call): \(error) \(error.detail ?? "") \(error.field ?? "")")
  }

  /// Refusals that calls like these meet when they come in no certain order.
  private static let expected: Set<LedgerError.Code> = [
    .insufficientBalance, .overdraftLimitExceeded, .limitExceeded, .reservationNotFound,
    .reservationClosed, .reservationExpired, .settlementExceedsReservation,
  ]
}

extension CommandResult {
  /// A release of what was closed, or usage that was not allowed: nothing is kept of it.
  fileprivate var didNothing: Bool {
    switch outcome {
    case .release(let release): !release.released
    case .recordUsage(let usage): !usage.allowed
    default: false
    }
  }
}
