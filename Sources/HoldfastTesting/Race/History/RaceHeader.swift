package import Holdfast

/// The first line of a history: which run it is, and what there was when it began.
package struct RaceHeader: Hashable, Sendable {
  /// The version of the format.
  package static let format: Int64 = 1

  /// Names the run; the same in the file of every worker.
  package var run: String
  /// The tenant that all of it happens in.
  package var tenant: String
  /// The shape of the load, such as `hot`.
  package var shape: String
  package var seed: UInt64
  /// What was raced on, in the words of whoever ran it; without passwords.
  package var store: String
  /// What the store was asked through: a Holdfast store, which has a journal, or somebody's own.
  package var target: Target
  /// When the run began by the store's clock, in microseconds since 1970.
  package var started: Int64
  /// What the clock of all workers showed then; every time in the file is counted from it.
  package var origin: Int64
  /// Accounts 0 … accounts − 1 had what `opening` says. Others come into being as they are used.
  package var accounts: Int32
  package var units: [String]
  package var items: [Item]
  /// What each account was credited of each unit before the run, by unit.
  package var opening: [Amounts]
  /// The overdraft limit that each account was given of each unit before the run, by unit.
  package var overdraft: [Amounts]

  package enum Target: String, Hashable, Sendable, CaseIterable {
    case holdfast
    case adapter
  }

  /// A counted item with one limit for all time, beyond which the ledger refuses.
  package struct Item: Hashable, Sendable {
    package var name: String
    /// `nil` for none.
    package var maximum: Int64?

    package init(name: String, maximum: Int64?) {
      self.name = name
      self.maximum = maximum
    }
  }

  /// An amount per account.
  package enum Amounts: Hashable, Sendable {
    case all(Int64)
    case each([Int64])

    package func amount(of account: Int32) -> Int64 {
      switch self {
      case .all(let amount): amount
      case .each(let amounts):
        amounts.indices.contains(Int(account)) ? amounts[Int(account)] : 0
      }
    }
  }

  package init(
    run: String, tenant: String, shape: String, seed: UInt64, store: String, target: Target,
    started: Int64, origin: Int64, accounts: Int32, units: [String] = ["credits"],
    items: [Item] = [], opening: [Amounts] = [], overdraft: [Amounts] = []
  ) {
    self.run = run
    self.tenant = tenant
    self.shape = shape
    self.seed = seed
    self.store = store
    self.target = target
    self.started = started
    self.origin = origin
    self.accounts = accounts
    self.units = units
    self.items = items
    self.opening = opening
    self.overdraft = overdraft
  }

  package static func accountName(_ index: Int32) -> AccountName { AccountName("account-\(index)") }

  /// The key of the credit that an account had before the run.
  package static func openingKey(unit: Int32) -> IdempotencyKey {
    IdempotencyKey("opening.\(unit)")
  }

  /// The key under which an account's overdraft limit was set before the run.
  package static func overdraftKey(unit: Int32) -> IdempotencyKey {
    IdempotencyKey("overdraft.\(unit)")
  }

  /// What an account was credited of a unit before the run.
  package func openingAmount(account: Int32, unit: Int32) -> Int64 {
    amount(opening, account, unit)
  }

  /// The overdraft limit of an account in a unit before the run.
  package func overdraftLimit(account: Int32, unit: Int32) -> Int64 {
    amount(overdraft, account, unit)
  }

  private func amount(_ amounts: [Amounts], _ account: Int32, _ unit: Int32) -> Int64 {
    guard account >= 0, account < accounts, amounts.indices.contains(Int(unit)) else { return 0 }
    return amounts[Int(unit)].amount(of: account)
  }
}
