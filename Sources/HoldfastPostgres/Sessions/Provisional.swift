/// A result in a transaction of the caller's: true as soon as that is committed, and never if it is
/// not.
///
/// Show it to nobody before. Where the commit's outcome is unknown, the same command under the same
/// key tells: its answer is a duplicate if the transaction was committed.
public struct Provisional<Value: Sendable>: Sendable {
  /// The result, if the transaction is committed.
  public let ifCommitted: Value

  init(_ value: Value) {
    ifCommitted = value
  }
}

extension Provisional: Equatable where Value: Equatable {}
extension Provisional: Hashable where Value: Hashable {}
