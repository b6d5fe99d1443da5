public import Holdfast

/// What goes wrong with a call to a `FaultyStore`.
public enum Fault: Hashable, Sendable {
  /// Refused with this code before it reached the store: nothing happened.
  ///
  /// With a code such as `insufficientBalance` it stands for a refusal, without its figures; with
  /// `unavailable` or `overloaded` for a store that cannot be asked.
  case refuse(LedgerError.Code)
  /// Lost on its way to the store: nothing happened, and the caller is told `outcome_unknown`.
  case loseRequest
  /// Applied, and the answer is lost: the caller is told `outcome_unknown`.
  case loseReply
  /// It reaches the store twice; the second answer is given.
  case duplicate
  /// It reaches the store only after that time. Cancelled before, it is `cancelled`.
  case delay(Duration)
  /// It is answered only after that time, or once the task is cancelled.
  case delayReply(Duration)
}
