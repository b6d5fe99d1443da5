/// When and why rows are written.
struct Moment {
  /// For what time did: when it was due.
  let instant: Instant
  let cause: PreparedCommand?

  func dueAt(ifNot written: Instant) -> Instant? {
    cause == nil && instant != written ? instant : nil
  }
}
