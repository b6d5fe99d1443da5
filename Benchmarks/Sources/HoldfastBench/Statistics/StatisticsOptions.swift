/// What `HoldfastBench statistics` is asked to measure.
struct StatisticsOptions {
  var server: String?
  var accounts = 100_000
  /// Reserves with their settlements of each account.
  var pairs = 25
  /// Of the one account that is asked about.
  var accountPairs = 300

  /// `nil` when an argument is not understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--server": server = value
      case "--accounts":
        guard let given = Int(value), given > 0 else { return nil }
        accounts = given
      case "--pairs":
        guard let given = Int(value), given > 0 else { return nil }
        pairs = given
      case "--account-pairs":
        guard let given = Int(value), given > 0 else { return nil }
        accountPairs = given
      default: return nil
      }
    }
  }
}
