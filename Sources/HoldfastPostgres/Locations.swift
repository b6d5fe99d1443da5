internal import Holdfast
internal import Synchronization

/// The accounts found for reservations that commands name by key alone.
///
/// The rules ask for them while they prepare a command, when nobody can wait for a database: so they
/// are looked up before.
struct Locations: Sendable {
  private var found: [Key: Result<AccountName, LedgerError>] = [:]

  private struct Key: Hashable {
    let tenant: TenantName
    let reservation: IdempotencyKey
    let identity: KeyIdentity
    let fingerprint: Digest

    init(_ location: Preparation.Location) {
      tenant = location.tenant
      reservation = location.reservation
      identity = location.identity
      fingerprint = location.fingerprint
    }
  }

  /// What will be asked for, found out by preparing once without any answer.
  static func wanted(
    hashKey: HashKey, _ prepare: (Preparation) -> Void
  ) -> [Preparation.Location] {
    let asked = Asked()
    prepare(
      Preparation(
        hashKey: hashKey, makeKey: { "-" },
        locate: { location in
          asked.locations.withLock { $0.append(location) }
          return .failure(PostgresStore.noReservation)
        }))
    return asked.locations.withLock(\.self)
  }

  private final class Asked: Sendable {
    let locations = Mutex<[Preparation.Location]>([])
  }

  func knows(_ location: Preparation.Location) -> Bool { found[Key(location)] != nil }

  mutating func add(
    _ answer: Result<AccountName, LedgerError>, for location: Preparation.Location
  ) {
    found[Key(location)] = answer
  }

  /// Where no reserve of the key was applied before, one of these commands may be it.
  mutating func addReserves(of commands: [Command]) {
    var accounts: [IdempotencyKey: Set<AccountName>] = [:]
    for command in commands {
      guard case .reserve = command.action, let key = command.key, let name = command.account
      else { continue }
      accounts[key, default: []].insert(name)
    }
    for (key, answer) in found {
      guard case .failure(let error) = answer, error.code == .reservationNotFound,
        let names = accounts[key.reservation], let name = names.first
      else { continue }
      found[key] = names.count == 1 ? .success(name) : .failure(PostgresStore.ambiguous)
    }
  }

  func answer(_ location: Preparation.Location) -> Result<AccountName, LedgerError> {
    found[Key(location)] ?? .failure(PostgresStore.noReservation)
  }
}

extension Command {
  /// Whether it names a reservation by key and no account.
  var isUnlocated: Bool { account == nil && action.namedReservationKey != nil }
}
