import HoldfastTesting

/// The least that any ledger with idempotency must do for a command: look up the balance, look up the
/// key, check, note the key, append a row. No lots, no holds, no time, no result.
enum BareBookkeeping {
  private struct Row {
    let version: Int
    let delta: Int64
    let after: Int64
    let key: String
  }

  static func commandsPerSecond() -> Double {
    let count = 400_000
    let keys = (0..<count).map { "request-00000000-0000000000000\($0 + 100_000)" }
    var balances = ["account-0": Int64(1_000_000_000_000)]
    var seen: Set<String> = []
    var rows: [Row] = []
    let start = ThreadTime.seconds
    for key in keys {
      guard !seen.contains(key), let balance = balances["account-0"], balance >= 75 else {
        preconditionFailure("the balance lasts for the run")
      }
      balances["account-0"] = balance - 75
      seen.insert(key)
      rows.append(Row(version: rows.count + 1, delta: -75, after: balance - 75, key: key))
    }
    let spent = ThreadTime.seconds - start
    precondition(rows.count == count && seen.count == count)
    return Double(count) / spent
  }
}
