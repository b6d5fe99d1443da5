/// What one client does, call by call, from its random numbers and from what it was answered.
package protocol ClientScript: Sendable {
  /// What to send next; the answers to what was sent before are known.
  mutating func next(_ maker: inout CallMaker) -> RaceStep

  /// Learns what became of a call.
  mutating func learn(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64)
}

/// Calls that a client sends at one time, and how.
package struct RaceStep: Hashable, Sendable {
  package var calls: [RaceCall]
  package var manner: Manner
  /// How long the client waits before, in microseconds.
  package var pause: Int64

  package enum Manner: Hashable, Sendable {
    /// Each by itself, all on the way at once.
    case each
    /// All or nothing.
    case together
  }

  package init(_ calls: [RaceCall], _ manner: Manner = .each, pause: Int64 = 0) {
    self.calls = calls
    self.manner = manner
    self.pause = pause
  }

  package init(_ call: RaceCall, pause: Int64 = 0) {
    self.init([call], pause: pause)
  }
}

/// A reservation that a client made and knows to be open, unless its time is over.
struct OpenHold: Hashable, Sendable {
  let key: RaceKey
  let account: Int32
  var held: Int64
  /// When it was answered, in microseconds since the run began.
  let since: Int64

  /// The hold of a reserve that was granted.
  init?(_ call: RaceCall, _ answer: RaceAnswer, at now: Int64) {
    guard call.word == .reserve, case .applied(let effect) = answer else { return nil }
    key = call.key
    account = call.account
    held = effect.amount
    since = now
  }
}
