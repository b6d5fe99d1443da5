import Holdfast
import HoldfastTesting

/// A sound store behind a layer with one fault, to see that the suite notices.
struct DeceivingStore: LedgerStore {
  let fault: Fault
  let clock: SimulatedClock
  let base: InMemoryStore
  let count = Counter()

  enum Fault: String, CaseIterable, Sendable {
    /// Every call gets a key of its own.
    case forgetsKeys
    /// Every fifth debit is answered but not written.
    case losesUpdates
    /// A hold that is refused although an earlier look at the balance allowed it is granted anyway.
    case checksThenActs
    /// Members of a group are applied one by one until one is refused.
    case appliesGroupsPiecemeal
    /// A preview is carried out.
    case writesPreviews
    /// Reading a balance sweeps.
    case writesOnRead
    /// A refusal leaves a row behind.
    case keepsRefusals
    /// A balance of the past is the present one.
    case forgetsThePast
    /// Pages of the ledger are counted from the newest entry.
    case pagesByOffset
    /// The feed's pages have their changes in reverse.
    case reversesFeed
    /// The feed leaves out every fifth change.
    case dropsChanges
    /// A reservation is found whatever account is named.
    case ignoresAccount
    /// Accounts are the same when their names differ by case only.
    case foldsCase
    /// A list ends with its first refusal.
    case stopsLists
    /// A call goes on although its task was cancelled.
    case ignoresCancellation
    /// What is due is not there before a sweep.
    case waitsForSweep
    /// A limit of an account's own is every account's.
    case overridesForAll
    /// Each group of a statistic shows the figures of the whole.
    case repeatsTotals
    /// A statistic takes in the day before the period.
    case widensRanges
  }

  init(_ fault: Fault) {
    self.fault = fault
    clock = SimulatedClock()
    base = InMemoryStore(clock: clock.storeClock)
  }

  func folded(_ account: AccountName) -> AccountName {
    fault == .foldsCase ? AccountName(account.string.lowercased()) : account
  }

  func folded(_ address: AccountAddress) -> AccountAddress {
    AccountAddress(tenant: address.tenant, account: folded(address.account))
  }

  func folded(_ command: Command) -> Command {
    var folded = command
    folded.account = command.account.map(self.folded)
    return folded
  }
}
