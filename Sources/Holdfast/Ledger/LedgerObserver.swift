/// Is told what a ledger and its store do: the place for logs, metrics and traces.
///
/// It is called within what it is told of, from any thread; a store may hold locks meanwhile. It
/// must return soon and never wait for the ledger.
public protocol LedgerObserver: Sendable {
  func observe(_ event: LedgerEvent)
}
