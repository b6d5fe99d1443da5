/// Is told what a ledger does: the place for logs, metrics and traces.
///
/// It is called within the call it tells of, from any thread, and must return soon.
public protocol LedgerObserver: Sendable {
  func observe(_ event: LedgerEvent)
}
