package import Holdfast

/// What callers do while something breaks: a function of the caller and a running number, so that
/// another process can ask again what one that died had asked.
///
/// No two submissions share a key. Accounts are few, and one of them is hot; now and then an account
/// comes into being. Some commands name a reservation by key alone, and so need a read first.
package struct CrashScript: Sendable {
  package let tenant: TenantName
  /// How many accounts all callers share.
  package let accounts: Int
  package let seed: UInt64

  package static let unit: UnitName = "credits"
  /// Submissions repeat their kinds after so many.
  package static let period = 8

  package init(tenant: TenantName, accounts: Int = 12, seed: UInt64 = 1) {
    self.tenant = tenant
    self.accounts = accounts
    self.seed = seed
  }

  /// What the shared accounts begin with.
  package var funding: [Command] {
    (0..<accounts).map { index in
      Command(
        tenant: tenant, account: CrashScript.account(index), key: IdempotencyKey("fund-\(index)"),
        action: .credit(Credit(unit: CrashScript.unit, amount: 1_000_000)))
    }
  }

  package func submission(of caller: Int, _ number: Int) -> Submission {
    let start = number - number % CrashScript.period
    switch number % CrashScript.period {
    case 0, 3: return .command(reserve(caller, number))
    case 1: return .command(credit(caller, number))
    case 2: return .command(settle(caller, number, of: start, isFinal: false))
    case 4: return .command(debit(caller, number))
    case 5: return .command(transfer(caller, number))
    case 6: return .command(settle(caller, number, of: start, isFinal: true))
    default: return .group(group(caller, number, settling: start + 3))
    }
  }

  /// What stands for results where another process compares them: FNV-1a of all that they say;
  /// begins with `=`.
  package static func digest(of results: [CommandResult]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in results.map({ "\($0.outcome)" }).joined(separator: ";").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return "=" + String(hash, radix: 36)
  }

  private static func account(_ index: Int) -> AccountName { AccountName("shared-\(index)") }

  private func key(_ caller: Int, _ number: Int) -> IdempotencyKey {
    IdempotencyKey("\(caller)-\(number)")
  }

  private func random(_ caller: Int, _ number: Int) -> SplitMix {
    var seeds = SplitMix(seed: seed ^ UInt64(caller) << 32 ^ UInt64(number))
    return SplitMix(seed: seeds.next())
  }

  private func account(_ caller: Int, _ number: Int) -> Int {
    var random = random(caller, number)
    return random.chance(40) ? 0 : Int(random.number(0...Int64(accounts - 1)))
  }

  private func command(
    _ caller: Int, _ number: Int, account: AccountName?, _ action: Command.Action
  ) -> Command {
    Command(tenant: tenant, account: account, key: key(caller, number), action: action)
  }

  private func reserve(_ caller: Int, _ number: Int) -> Command {
    command(
      caller, number, account: CrashScript.account(account(caller, number)),
      .reserve(Reserve(unit: CrashScript.unit, amount: 10)))
  }

  private func credit(_ caller: Int, _ number: Int) -> Command {
    let isNew = (number / CrashScript.period) % 4 == 0
    let account =
      isNew
      ? AccountName("new-\(caller)-\(number)") : CrashScript.account(account(caller, number))
    return command(
      caller, number, account: account,
      .credit(Credit(unit: CrashScript.unit, amount: 25, expiresAt: nil)))
  }

  private func debit(_ caller: Int, _ number: Int) -> Command {
    command(
      caller, number, account: CrashScript.account(account(caller, number)),
      .debit(Debit(unit: CrashScript.unit, amount: 3)))
  }

  private func transfer(_ caller: Int, _ number: Int) -> Command {
    let from = account(caller, number)
    return command(
      caller, number, account: CrashScript.account(from),
      .transfer(
        Transfer(
          unit: CrashScript.unit, to: CrashScript.account((from + 1) % accounts), amount: 2)))
  }

  private func settle(_ caller: Int, _ number: Int, of reserve: Int, isFinal: Bool) -> Command {
    let isUnlocated = (number / CrashScript.period) % 3 == 1
    let account = isUnlocated ? nil : CrashScript.account(account(caller, reserve))
    return command(
      caller, number, account: account,
      .settle(
        Settle(reservation: .key(key(caller, reserve)), amount: 4, final: isFinal)))
  }

  /// Settles one reservation, and holds and draws credit of two other accounts.
  private func group(_ caller: Int, _ number: Int, settling reserve: Int) -> Group {
    let settled = account(caller, reserve)
    func member(_ offset: Int, _ action: Command.Action) -> Command {
      Command(
        tenant: tenant, account: CrashScript.account((settled + offset) % accounts), action: action)
    }
    return Group(
      tenant: tenant, key: key(caller, number),
      commands: [
        member(0, .settle(Settle(reservation: .key(key(caller, reserve)), amount: 7))),
        member(1, .reserve(Reserve(unit: CrashScript.unit, amount: 5))),
        member(2, .debit(Debit(unit: CrashScript.unit, amount: 1))),
      ])
  }
}
