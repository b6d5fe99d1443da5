/// A change of what can be said of a balance at an instant, without knowing in which order a store
/// did what was on the way.
struct BalancePoint: BitwiseCopyable {
  let stream: RaceStream
  let at: Int64
  let bound: Bound
  let change: Int64
  /// The call that makes it so.
  let call: RaceCall.ID

  /// Sums, each a bound on what is true: of those ending in `Low` no less, of those in `High` no
  /// more. `use` is what reservations and charges take of what is available.
  enum Bound: UInt8, BitwiseCopyable, CaseIterable {
    case creditLow, creditHigh, chargeLow, chargeHigh, useLow, useHigh
    /// What is held when the run is over.
    case heldLow, heldHigh
    /// What was asked for again under its key: how far the figures go astray if it is done again.
    case repeatedUp, repeatedDown, repeatedHeld
    case overdraftLow, overdraftHigh
  }

  /// At one instant what speaks for the store comes first.
  private var isAgainst: Bool {
    switch bound {
    case .creditLow, .chargeLow: true
    case .useLow: change > 0
    case .useHigh: change < 0
    default: false
    }
  }

  static func sortKey(_ point: BalancePoint) -> SortKey {
    SortKey(first: point.stream.number64, second: point.at, third: point.isAgainst ? 1 : 0)
  }
}
