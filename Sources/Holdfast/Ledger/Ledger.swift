/// The ledger of one tenant, as an application uses it.
///
/// ```swift
/// let ledger = Ledger(store: store, tenant: "acme/production")
/// let credits = ledger.account("ada")["credits"]
/// try await credits.credit(500, key: "topup-1")
/// try await credits.withReservation(75, key: "req-42") { hold in
///   hold.report(40)
/// }
/// ```
///
/// A ledger is a value that is cheap to copy; accounts, balances and reservations made from it are
/// handles that ask the store only when a function is called. Every function throws `LedgerError`,
/// whose documentation lists the codes in their order of precedence; besides those named with a
/// function, any can throw `invalid_argument`, `overloaded`, `unavailable`, `deadline_exceeded`,
/// `cancelled` and `schema_mismatch`, and any that changes something `idempotency_key_reused` and
/// `outcome_unknown`.
///
/// **Keys.** What changes something takes a key. Under one key a command has at most one effect for
/// ever; asked again it gives its first result, marked `duplicate`. So any call may be repeated,
/// and a call whose outcome is not known should be.
///
/// **Time limits.** A call whose limit is over before it was sent is `deadline_exceeded`: nothing
/// happened. One that was under way is cancelled and not waited for any longer: a read is
/// `deadline_exceeded`, a command is `outcome_unknown`, since it may still be applied; asking again
/// under its key tells. Give `recordUsage` a key where limits are set.
///
/// **Cancellation.** A call of a cancelled task is `cancelled` before it is sent. One that is under
/// way either happens or does not; its key tells.
public struct Ledger: Sendable {
  public let tenant: TenantName
  let store: any LedgerStore
  let observer: (any LedgerObserver)?
  let time: LedgerTime
  /// The time limit of each call.
  let timeout: Duration?
  /// The time limit of all calls, since the beginning of `time`.
  var deadline: Duration?

  /// - Parameters:
  ///   - store: What keeps the ledger.
  ///   - tenant: One application in one environment, such as `acme/production`.
  ///   - observer: Is told of every command. Give it to the store, too.
  ///   - timeout: The time limit of each call; `nil` leaves it to the store.
  ///   - clock: Measures time limits and the life of metered holds; a simulated one in tests. What
  ///     the ledger records is timed by the store's clock.
  public init(
    store: any LedgerStore, tenant: TenantName, observer: (any LedgerObserver)? = nil,
    timeout: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.tenant = tenant
    self.observer = observer
    self.timeout = timeout
    time = LedgerTime(clock)
  }

  /// The same ledger, all of whose calls together have this much time from now: the deadline of a
  /// request.
  ///
  /// An earlier deadline stays in force. What looks after a metered hold is not bound by it.
  public func within(_ limit: Duration) -> Ledger {
    var limited = self
    let end = time.elapsed() + limit
    limited.deadline = min(deadline ?? end, end)
    return limited
  }

  /// An account. It comes into being with its first effect.
  public func account(_ name: AccountName) -> AccountHandle {
    AccountHandle(ledger: self, name: name)
  }

  /// A reservation by its id, whoever holds it. For an id that a customer sent, ask the account.
  public func reservation(_ id: ReservationID) -> ReservationHandle {
    ReservationHandle(ledger: self, account: nil, reference: .id(id))
  }

  /// A reservation that another process made and passed on.
  public func reservation(_ held: HeldReservation) -> ReservationHandle {
    ReservationHandle(ledger: self, account: held.account, reference: .id(held.id))
  }

  /// A reservation by the key of its reserve, in whichever account it is.
  ///
  /// Its functions throw `ambiguous_key` when reservations of several accounts have the key.
  public func reservation(key: IdempotencyKey) -> ReservationHandle {
    ReservationHandle(ledger: self, account: nil, reference: .key(key))
  }

  /// An empty list of commands.
  public func list() -> CommandList {
    CommandList(ledger: self)
  }

  /// What only administration may do. Hand it to no code that spends.
  public var administration: Administration {
    Administration(ledger: self)
  }
}

// MARK: The feed

extension Ledger {
  /// Transitions of the tenant, in an order that never shows a later one of a balance before an
  /// earlier.
  ///
  /// - Parameters:
  ///   - cursor: Where an earlier answer ended; `nil` for the beginning.
  ///   - limit: 1 … 10,000.
  /// - Returns: Up to `limit` changes, and the cursor of the next; no changes when there are none
  ///   yet.
  public func changes(
    after cursor: String? = nil, limit: Int = 1000
  ) async throws(LedgerError) -> Changes {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.changes(in: tenant, after: cursor, limit: limit)
    }
  }

  /// The parts of the feed one after the other, up to the present.
  ///
  /// Keep the cursor of each part once its changes are dealt with, and go on from there.
  public func changePages(after cursor: String? = nil, limit: Int = 1000) -> ChangePages {
    ChangePages(ledger: self, cursor: cursor, limit: limit)
  }
}
