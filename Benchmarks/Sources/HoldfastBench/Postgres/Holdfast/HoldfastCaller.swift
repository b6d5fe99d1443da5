import Holdfast
import HoldfastPostgres

/// How one caller reserves and settles.
enum HoldfastShape: String, CaseIterable {
  /// A command at a time.
  case single
  /// Lists of 1,000 reserves, then of their settlements.
  case lists
  /// Groups of three: member, team and organisation.
  case fanOut = "fan-out"

  /// How many commands a call carries; a group counts as one.
  var size: Int { self == .lists ? 1000 : 1 }
}

/// One caller that awaits its own results.
struct HoldfastCaller {
  let store: PostgresStore
  let popularity: Popularity
  let cumulative: [Double]
  var random = BenchRandom()

  private mutating func command(
    _ account: AccountName, _ action: Command.Action
  ) -> Command {
    Command(
      tenant: HoldfastLedger.tenant, account: account,
      key: IdempotencyKey(RandomText.key(&random)), action: action)
  }

  private mutating func account() -> AccountName {
    HoldfastLedger.member(popularity.next(&random, cumulative))
  }

  private static let reserve = Command.Action.reserve(
    Reserve(unit: HoldfastLedger.unit, amount: 75))

  private mutating func settle(_ result: CommandResult) throws -> Command.Action {
    guard case .reservation(let reservation) = result.outcome else {
      throw BrokenLedger(what: "a reserve answered \(result)")
    }
    let metadata = try JSONValue.parse(RandomText.metadata(&random).utf8)
    return .settle(
      Settle(
        reservation: .id(reservation.reservationId), amount: 60, final: true,
        details: Details(metadata: metadata)))
  }

  /// The first call of a pair; the answer is what the second one is made of.
  mutating func reserve(_ shape: HoldfastShape) async throws -> [(AccountName, CommandResult)] {
    switch shape {
    case .single:
      let account = account()
      return [(account, try await store.submit(command(account, HoldfastCaller.reserve)))]
    case .lists:
      var accounts: [AccountName] = []
      for _ in 0..<shape.size { accounts.append(account()) }
      let commands = accounts.map { command($0, HoldfastCaller.reserve) }
      return zip(accounts, try await store.submit(commands).map { try $0.get() }).map { ($0, $1) }
    case .fanOut:
      let number = popularity.next(&random, cumulative)
      let accounts = [
        HoldfastLedger.member(number), FanOut.team(number % FanOut.teams), FanOut.organisation,
      ]
      let results = try await store.submit(
        Group(
          tenant: HoldfastLedger.tenant, key: IdempotencyKey(RandomText.key(&random)),
          commands: accounts.map {
            Command(tenant: HoldfastLedger.tenant, account: $0, action: HoldfastCaller.reserve)
          }))
      return zip(accounts, results).map { ($0, $1) }
    }
  }

  mutating func settle(
    _ shape: HoldfastShape, _ held: [(AccountName, CommandResult)]
  ) async throws {
    switch shape {
    case .single:
      let (account, result) = held[0]
      _ = try await store.submit(command(account, try settle(result)))
    case .lists:
      var commands: [Command] = []
      for (account, result) in held { commands.append(command(account, try settle(result))) }
      for result in try await store.submit(commands) { _ = try result.get() }
    case .fanOut:
      var commands: [Command] = []
      for (account, result) in held {
        commands.append(
          Command(
            tenant: HoldfastLedger.tenant, account: account, action: try settle(result)))
      }
      _ = try await store.submit(
        Group(
          tenant: HoldfastLedger.tenant, key: IdempotencyKey(RandomText.key(&random)),
          commands: commands))
    }
  }
}
