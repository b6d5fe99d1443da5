internal import Holdfast

/// How lanes work.
struct LaneOptions: Sendable {
  /// Calls that may wait in a lane.
  var queueLimit: Int
  /// The most commands in a transaction, and the most calls, each of which is an account at most.
  var maximumCommands: Int
  var maximumCalls: Int
  /// How long a transaction is tried again, in microseconds, before the callers get an error.
  var patience: Int64
  /// How long one round trip may take, in microseconds.
  var answerWithin: Int64
  /// Told about every transaction.
  var observe: @Sendable (BatchFigures) -> Void
}
