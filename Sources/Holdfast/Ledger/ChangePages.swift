/// The parts of a tenant's feed, until nothing new is left.
///
/// ```swift
/// for try await page in ledger.changePages(after: saved) {
///   try await handle(page.changes)
///   saved = page.cursor
/// }
/// ```
public struct ChangePages: AsyncSequence, Sendable {
  public typealias Element = Changes
  public typealias Failure = LedgerError

  let ledger: Ledger
  let cursor: String?
  let limit: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(ledger: ledger, cursor: cursor, limit: limit)
  }

  public struct Iterator: AsyncIteratorProtocol {
    let ledger: Ledger
    var cursor: String?
    let limit: Int

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(LedgerError) -> Changes? {
      let page = try await ledger.changes(after: cursor, limit: limit)
      cursor = page.cursor
      return page.changes.isEmpty ? nil : page
    }

    public mutating func next() async throws(LedgerError) -> Changes? {
      try await next(isolation: nil)
    }
  }
}
