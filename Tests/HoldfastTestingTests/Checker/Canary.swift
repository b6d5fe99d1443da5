import HoldfastTesting
import Testing

@testable import Holdfast

/// One thing broken in a ledger that was sound, and what the checker must say to it.
struct Canary: Sendable, CustomTestStringConvertible {
  let name: String
  let invariant: String
  /// Stands in the detail of a violation of that invariant.
  let saying: String
  /// Whether no other invariant may be named.
  let isAlone: Bool
  let tamper: @Sendable (inout LedgerContents) -> Void

  init(
    _ invariant: String, _ name: String, saying: String, alone: Bool = false,
    _ tamper: @escaping @Sendable (inout LedgerContents) -> Void
  ) {
    self.name = name
    self.invariant = invariant
    self.saying = saying
    isAlone = alone
    self.tamper = tamper
  }

  var testDescription: String { "\(invariant) \(name)" }
}

extension LedgerContents {
  mutating func account(_ name: AccountName, _ body: (inout AccountContents) -> Void) {
    for index in accounts.indices where accounts[index].name == name { body(&accounts[index]) }
  }

  mutating func balance(
    _ name: AccountName, _ unit: UnitName = "credits", _ body: (inout BalanceContents) -> Void
  ) {
    account(name) { account in
      for index in account.balances.indices where account.balances[index].unit == unit {
        body(&account.balances[index])
      }
    }
  }

  mutating func meter(_ item: ItemName, _ body: (inout MeterContents) -> Void) {
    account("cleo") { account in
      for index in account.meters.indices where account.meters[index].item == item {
        body(&account.meters[index])
      }
    }
  }

  mutating func row(
    _ name: AccountName, _ version: Int, _ body: (inout JournalRow) -> Void
  ) {
    balance(name) { body(&$0.rows[version - 1]) }
  }

  mutating func row(
    of item: ItemName, _ version: Int, _ body: (inout JournalRow) -> Void
  ) {
    meter(item) { body(&$0.rows[version - 1]) }
  }

  /// Has the command of a row say something else, with the fingerprint that this makes.
  mutating func command(
    _ name: AccountName, _ version: Int, key: IdempotencyKey? = nil, _ body: (inout Command) -> Void
  ) {
    row(name, version) { row in
      guard let cause = row.cause else { return }
      var command = cause.command
      body(&command)
      row.cause = PreparedCommand(
        command, key: key ?? cause.key, hashKey: LedgerContents.hashKey, group: cause.group)
    }
  }

  mutating func command(of item: ItemName, _ version: Int, _ body: (inout Command) -> Void) {
    row(of: item, version) { row in
      guard let cause = row.cause else { return }
      var command = cause.command
      body(&command)
      row.cause = PreparedCommand(
        command, key: cause.key, hashKey: LedgerContents.hashKey, group: cause.group)
    }
  }

  /// Has the command of a row be another member of a group.
  mutating func member(
    _ name: AccountName, _ version: Int, key: IdempotencyKey? = nil,
    _ body: (GroupMembership) -> GroupMembership
  ) {
    row(name, version) { row in
      guard let cause = row.cause else { return }
      row.cause = PreparedCommand(
        cause.command, key: key ?? cause.key, hashKey: LedgerContents.hashKey,
        group: cause.group.map(body))
    }
  }

  /// Under which the in-memory store makes its internal ids.
  private static let hashKey = HashKey(first: 0x6d65_6d6f_7279, second: 0x7374_6f72_65)

  /// Moves the figures of a row and of all behind it, and what is stored, so that chain and sums
  /// hold.
  mutating func shift(_ name: AccountName, _ version: Int, by figures: Figures) {
    balance(name) { balance in
      for index in (version - 1)..<balance.rows.count {
        let row = balance.rows[index]
        balance.rows[index] = row.with(
          delta: index == version - 1 ? row.delta + figures : row.delta,
          after: row.after + figures)
      }
      balance.figures = balance.figures + figures
    }
  }
}

extension JournalRow {
  /// The same row with other figures or another place.
  func with(
    version: Int64? = nil, instant: Instant? = nil, event: Event? = nil, delta: Figures? = nil,
    after: Figures? = nil
  ) -> JournalRow {
    JournalRow(
      version: version ?? self.version, instant: instant ?? self.instant, dueAt: dueAt,
      event: event ?? self.event, delta: delta ?? self.delta, after: after ?? self.after,
      subject: subject, counterpart: counterpart, draws: draws, hold: hold, lot: lot,
      usage: usage, cause: cause, isAnswer: isAnswer, remark: remark, settlement: settlement,
      revision: revision, rules: rules)
  }

  mutating func move(bySeconds seconds: Int64) {
    self = with(instant: instant.advanced(bySeconds: seconds))
  }
}

extension UsageRow {
  func with(delta: Amount? = nil, lifetimeAfter: Amount? = nil, charged: Amount? = nil) -> UsageRow
  {
    UsageRow(
      delta: delta ?? self.delta, lifetimeAfter: lifetimeAfter ?? self.lifetimeAfter, hold: hold,
      overflow: overflow, charged: charged ?? self.charged)
  }
}
