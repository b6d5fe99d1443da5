internal import Holdfast

/// What the numbers of a history are called in a ledger.
struct RaceNames {
  private let units: [UnitName: Int32]
  private let items: [ItemName: Int32]
  private let openings: Set<IdempotencyKey>

  init(_ header: RaceHeader) {
    units = RaceNames.numbered(header.units.map { UnitName($0) })
    items = RaceNames.numbered(header.items.map { ItemName($0.name) })
    openings = Set(
      header.units.indices.flatMap {
        [RaceHeader.openingKey(unit: Int32($0)), RaceHeader.overdraftKey(unit: Int32($0))]
      })
  }

  private static func numbered<Name: Hashable>(_ names: [Name]) -> [Name: Int32] {
    Dictionary(zip(names, 0..<Int32(names.count))) { first, _ in first }
  }

  /// The account's number; `nil` for one that no run makes.
  func account(_ name: AccountName) -> Int32? {
    let prefix = "account-"
    guard name.string.hasPrefix(prefix), let number = Int32(name.string.dropFirst(prefix.count)),
      number >= 0, RaceHeader.accountName(number) == name
    else { return nil }
    return number
  }

  func stream(_ account: Int32, _ unit: UnitName) -> RaceStream? {
    units[unit].map { .balance(account, unit: $0) }
  }

  func stream(_ account: Int32, _ item: ItemName) -> RaceStream? {
    items[item].map { .usage(account, item: $0) }
  }

  func isOpening(_ key: IdempotencyKey) -> Bool { openings.contains(key) }

  /// Refuses a call whose unit or item the header does not name.
  func require(_ call: RaceCall) throws(HistoryError) {
    guard knows(call) else {
      throw HistoryError(
        file: "the history",
        reason: "client \(call.client) names a unit or an item that its header does not")
    }
  }

  private func knows(_ call: RaceCall) -> Bool {
    units.count > call.unit && call.unit >= 0 && items.count > call.item ?? -1
      && call.item ?? 0 >= 0
  }
}
