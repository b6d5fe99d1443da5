package import Holdfast

/// Names a ledger entry by its place, oldest first: for entries that no command's answer tells.
package struct LedgerLabel: Sendable {
  package var account: AccountName
  package var unit: UnitName
  /// 0, 1, 2, …
  package var index: Int

  package init(account: AccountName, unit: UnitName, index: Int) {
    self.account = account
    self.unit = unit
    self.index = index
  }

  /// `nil` when the text is another label.
  package init?(_ text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 4, parts[0] == "ledger", let index = Int(parts[3]) else { return nil }
    self.init(
      account: AccountName(String(parts[1])), unit: UnitName(String(parts[2])), index: index)
  }

  package var text: String { "ledger/\(account.string)/\(unit.string)/\(index)" }
}
