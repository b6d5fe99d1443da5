/// What the clients of a race do, and on what.
package enum RaceShape: String, Hashable, Sendable, CaseIterable {
  case hot
  case uniform
  case zipf
  case fanOut = "fan-out"
  case stream
  case expiryStorm = "expiry-storm"
  case retryStorm = "retry-storm"
  case firstUse = "first-use"
  case topUpRace = "top-up-race"
  case limitRace = "limit-race"
  case lotExpiryRace = "lot-expiry-race"
  case exhaustion
  case mixed
  case soak
  case ramp
  case spike

  /// One line for `--help` and the report.
  package var summary: String {
    switch self {
    case .hot: "one balance, reserved and settled by all"
    case .uniform: "1,000 balances, each as likely"
    case .zipf: "1,000 balances, the k-th as likely as k to the power of -1.1"
    case .fanOut: "a member, its team and the organisation, all or nothing"
    case .stream: "reserve, many increases, partial settlements, a final one"
    case .expiryStorm: "holds that live a second or two, settled in time, late or never"
    case .retryStorm: "each call 1 to 5 times at once under one key, some altered"
    case .firstUse: "accounts that nobody has used before, by all at the same time"
    case .topUpRace: "balances near zero, topped up while they are reserved"
    case .limitRace: "counted usage at the edge of a limit"
    case .lotExpiryRace: "credit that expires while it is held"
    case .exhaustion: "reserves of 75 on 500, of which exactly six fit"
    case .mixed: "all commands, on few balances and many"
    case .soak: "mixed, with pauses, for long"
    case .ramp: "mixed, at a rate that grows to --rate"
    case .spike: "mixed, at a tenth of --rate with bursts of --rate"
    }
  }

  /// The accounts and what they begin with.
  package var ground: RaceGround {
    switch self {
    case .hot: RaceGround(accounts: 1, opening: 1_000_000_000_000)
    case .uniform, .zipf: RaceGround(accounts: 1000, opening: 1_000_000_000)
    case .fanOut: RaceGround(accounts: FanOutScript.accounts, opening: 1_000_000_000)
    case .stream: RaceGround(accounts: 50, opening: 100_000_000)
    case .expiryStorm: RaceGround(accounts: ExpiryScript.accounts, opening: 3000)
    case .retryStorm: RaceGround(accounts: 20, opening: 1_000_000)
    case .firstUse: RaceGround(accounts: 0, opening: 0)
    case .topUpRace: RaceGround(accounts: 5, opening: 300)
    case .limitRace:
      RaceGround(
        accounts: 200, opening: 1_000_000,
        items: [RaceHeader.Item(name: "image", maximum: LimitScript.maximum)])
    case .lotExpiryRace: RaceGround(accounts: 10, opening: 500)
    case .exhaustion: RaceGround(accounts: 100, opening: 500)
    case .mixed, .soak, .ramp, .spike:
      RaceGround(
        accounts: MixedScript.accounts, opening: 2000, overdraft: 500,
        items: [RaceHeader.Item(name: "image", maximum: 500)])
    }
  }

  /// What the clients ask for.
  package var words: Set<RaceWord> {
    switch self {
    case .hot, .uniform, .zipf: [.reserve, .settle, .release]
    case .fanOut: [.reserve, .settle]
    case .stream: [.reserve, .increase, .settle]
    case .expiryStorm: [.reserve, .settle, .release, .credit]
    case .retryStorm: [.reserve, .settle, .release, .credit]
    case .firstUse: [.reserve, .settle, .credit, .balance]
    case .topUpRace: [.reserve, .settle, .credit]
    case .limitRace: [.reserve, .release, .recordUsage]
    case .lotExpiryRace: [.reserve, .settle, .release, .credit]
    case .exhaustion: [.reserve, .release]
    case .mixed, .soak, .ramp, .spike: Set(RaceWord.allCases)
    }
  }

  /// Whether only a ledger with lots, limits and all commands can answer, and no adapter.
  package var needsLedger: Bool {
    switch self {
    case .limitRace, .lotExpiryRace, .mixed, .soak, .ramp, .spike: true
    case .hot, .uniform, .zipf, .fanOut, .stream, .expiryStorm, .retryStorm, .firstUse,
      .topUpRace, .exhaustion:
      false
    }
  }

  /// What a client does: the script, from its random numbers.
  func script(_ client: Int32) -> any ClientScript {
    switch self {
    case .hot: PairScript(choice: .one)
    case .uniform: PairScript(choice: .uniform(1000))
    case .zipf: PairScript(choice: .zipf(1000))
    case .fanOut: FanOutScript()
    case .stream: StreamScript(accounts: 50)
    case .expiryStorm: ExpiryScript()
    case .retryStorm: RetryScript(accounts: 20)
    case .firstUse: FirstUseScript()
    case .topUpRace: TopUpScript(accounts: 5, tops: client % 4 == 0)
    case .limitRace: LimitScript(accounts: 200)
    case .lotExpiryRace: LotExpiryScript(accounts: 10)
    case .exhaustion: ExhaustionScript(accounts: 100)
    case .mixed, .ramp, .spike: MixedScript(pauses: false)
    case .soak: MixedScript(pauses: true)
    }
  }
}

/// What there is when a race begins.
package struct RaceGround: Hashable, Sendable {
  package var accounts: Int32
  /// What each account has been credited.
  package var opening: Int64
  package var overdraft: Int64 = 0
  package var items: [RaceHeader.Item] = []
}
