internal import Holdfast

/// A call with what became of it, small enough to be sorted by the million.
package struct RecordedCall: BitwiseCopyable, Sendable {
  package let call: RaceCall
  /// When it was about to be sent, in microseconds since the run began.
  package let invoked: Int64
  /// When its answer had come; the largest number when none did, or one that tells nothing.
  package let returned: Int64
  package let outcome: Outcome

  package enum Outcome: BitwiseCopyable, Sendable {
    case applied(RaceAnswer.Effect)
    case refused(Refusal)
    case unknown
  }

  package struct Refusal: BitwiseCopyable, Sendable {
    /// Its place among the codes of the ledger; `nil` for another.
    private let number: UInt8?
    package let available: Int64?
    package let required: Int64?

    init(_ refusal: RaceAnswer.Refusal) {
      number = Refusal.codes.firstIndex { $0.rawValue == refusal.code }.map { UInt8($0) }
      available = refusal.available
      required = refusal.required
    }

    private static let codes = LedgerError.Code.allCases

    /// `nil` for one that the ledger does not have.
    var code: LedgerError.Code? { number.map { Refusal.codes[Int($0)] } }
  }

  init(_ call: RaceCall, invoked: Int64, returned: Int64, _ answer: RaceAnswer) {
    self.call = call
    self.invoked = invoked
    switch answer {
    case .applied(let effect):
      self.returned = returned
      outcome = .applied(effect)
    case .refused(let refusal):
      let refusal = Refusal(refusal)
      let isUnknown = refusal.code == .outcomeUnknown
      self.returned = isUnknown ? .max : returned
      outcome = isUnknown ? .unknown : .refused(refusal)
    case .unknown:
      self.returned = .max
      outcome = .unknown
    }
  }

  var effect: RaceAnswer.Effect? {
    if case .applied(let effect) = outcome { effect } else { nil }
  }

  var refusal: Refusal? {
    if case .refused(let refusal) = outcome { refusal } else { nil }
  }

  /// Whether it may have had an effect.
  var mayHaveActed: Bool { refusal == nil }
}
