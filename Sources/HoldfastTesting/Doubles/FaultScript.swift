internal import Holdfast

/// What the next calls meet.
struct FaultScript {
  /// By command; under `nil` for all calls.
  var faults: [CommandName?: [Fault?]] = [:]
  var random: RandomFaults?
  /// How many calls may still reach the store; `nil` for any number.
  var callsLeft: Int?

  mutating func next(for name: CommandName?) -> Fault? {
    if let left = callsLeft {
      guard left > 0 else { return .refuse(.unavailable) }
      callsLeft = left - 1
    }
    if let name, let fault = take(name) { return fault }
    if let fault = take(nil) { return fault }
    return random?.next()
  }

  /// The outer optional tells whether there is a script.
  private mutating func take(_ name: CommandName?) -> Fault?? {
    guard let scripted = faults[name], !scripted.isEmpty else { return nil }
    return .some(faults[name]?.removeFirst() ?? nil)
  }
}
