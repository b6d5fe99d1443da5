internal import Holdfast

/// Repayments of debt, which reversals undo from the latest on.
extension Loader {
  /// Asks for the lots that get back what they repaid, and for earlier repayments where those at hand
  /// may not be enough.
  mutating func wantRepayments(_ account: AccountID, at place: Int, _ stream: Int) {
    let loaded = accounts[place].streams[stream]
    guard case .balance(let index) = loaded.place,
      let balance = accounts[place].state?.balances[index]
    else { return }
    for lot in Set(balance.repayments.map(\.lot)) where balance.lots[lot] == nil {
      wanted.lot(Position(account: account, stream: .balance(balance.unit), version: lot))
    }
    for block in loaded.repayments.wanted(besides: balance.repayments) {
      wanted.repayments(RowKey(account: account, stream: loaded.number, version: block))
    }
  }

  /// - Parameter count: how many blocks were asked for.
  mutating func takeRepayments(_ rows: Rows, _ count: Int) throws {
    guard rows.rowCount == count else { throw CorruptRow(.repayment, expected: "every block") }
    let latestFirst = (0..<count).sorted { rows.int64($0, 2) > rows.int64($1, 2) }
    for row in latestFirst {
      let place = try place(of: rows.accountID(row, 0))
      let stream = try streamIndex(rows.int16(row, 1), in: place)
      guard case .balance(let balance) = accounts[place].streams[stream].place,
        rows.int64(row, 2) == accounts[place].streams[stream].repayments.blocks
      else { throw CorruptRow(.repayment, expected: "the block before those at hand") }
      accounts[place].state?.load(
        earlier: try RepaymentBlock.repayments(Array(rows.bytes(row, 3))), inBalance: balance)
      accounts[place].streams[stream].repayments.blocks -= 1
    }
    for row in latestFirst {
      let account = rows.accountID(row, 0)
      let place = try place(of: account)
      wantRepayments(account, at: place, try streamIndex(rows.int16(row, 1), in: place))
    }
  }
}
