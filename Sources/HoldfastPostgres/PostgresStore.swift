public import Holdfast
internal import Synchronization

/// A store on PostgreSQL: durable, shared by any number of processes, batched by nature.
///
/// Writers run on lanes: connections with threads of their own. While a lane's transaction is on its
/// way, calls gather; when it ends, all that wait go together. A call is answered when its commit is
/// confirmed. Reads run on connections of their own, and lock nobody.
///
/// ```swift
/// let store = try await PostgresStore(PostgresConfiguration("postgres://app@db/credits"))
/// let ledger = Ledger(store: store, tenant: "acme/production")
/// ```
public final class PostgresStore: LedgerStore {
  /// What the store was opened with.
  public let configuration: PostgresConfiguration
  let context: StoreContext
  let host: any Host
  let lanes: [Lane]
  let readers: Readers
  private let attachedArchive = Mutex<ArchiveFolder?>(nil)
  private let keyPrefix: String
  private let keyCount = Atomic<UInt64>(0)
  private let callCount = Atomic<UInt64>(0)
  /// How many calls of each account wait or were answered lately.
  let heat = AccountHeat()

  /// Connects, and checks that the schema fits this library.
  ///
  /// - Throws: `unavailable` when the database cannot be reached, with the reason as detail;
  ///   `schema_mismatch` when there is no schema, or one of another release; `invalid_argument` naming
  ///   the setting that is out of its range.
  public convenience init(_ configuration: PostgresConfiguration) async throws(LedgerError) {
    let schema = try configuration.validatedSchema()
    let host = SystemHost(configuration.connectionOptions)
    let readers = Readers(host, configuration)
    let installation: Installation
    do throws(LedgerError) {
      installation = try Installation.usable(
        try await readers.run { connection throws(ReadFailure) in
          do throws(PostgresError) {
            return try Installation.read(schema, on: connection, deadline: .after(seconds: 10))
          } catch {
            throw .database(error)
          }
        })
    } catch {
      await readers.drain()
      throw error
    }
    self.init(configuration, schema, installation, readers, host)
  }

  /// A store of an installation that is known.
  package convenience init(
    _ configuration: PostgresConfiguration, _ installation: Installation, host: any Host
  ) throws(LedgerError) {
    self.init(
      configuration, try configuration.validatedSchema(), installation,
      Readers(host, configuration), host)
  }

  private init(
    _ configuration: PostgresConfiguration, _ schema: SchemaName, _ installation: Installation,
    _ readers: Readers, _ host: any Host
  ) {
    self.configuration = configuration
    self.readers = readers
    self.host = host
    let observer = configuration.observer
    let context = StoreContext(
      queries: Queries(schema: schema), slotCount: Int(installation.slots),
      hashKey: installation.hashKey,
      maximumOpenReservations: configuration.maximumOpenReservations, clock: configuration.clock,
      clockTolerance: configuration.clockToleranceSeconds,
      rowsWorthAStatement: configuration.rowsWorthAStatement, machineClock: host.clock,
      clockStep: { observer?.observe(.clockStep(microseconds: $0)) })
    self.context = context
    let laneOptions = LaneOptions(
      queueLimit: configuration.queueLimit,
      maximumCommands: configuration.maximumBatchCommands,
      maximumCalls: configuration.maximumBatchAccounts,
      patience: configuration.patienceMicroseconds,
      answerWithin: configuration.answerMicroseconds,
      observe: { observer?.observe(.batch($0)) })
    lanes = (0..<min(configuration.lanes, Int(installation.slots))).map { _ in
      Lane(context, laneOptions, host)
    }
    keyPrefix = "\u{1}usage#\(String(host.random(), radix: 36))#"
  }

  /// Takes no more calls, answers those that wait, and closes the connections.
  public func close() async {
    for lane in lanes { await lane.drain() }
    await readers.drain()
  }

  /// Goes on writing after the database's clock stepped.
  public func acceptClockStep() {
    context.clockWatch.trust()
  }

  func makeKey() -> IdempotencyKey {
    let count = keyCount.wrappingAdd(1, ordering: .relaxed).newValue
    return IdempotencyKey("\(keyPrefix)\(count)")
  }

  func nextCallID() -> UInt64 {
    callCount.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// A lane serves whole slots, so that what works on one account meets in one transaction.
  func lane(of id: AccountID) -> Lane {
    lanes[Int(context.slot(of: id)) % lanes.count]
  }

  func id(of address: AccountAddress) -> AccountID {
    AccountID(tenant: address.tenant, account: address.account, key: context.hashKey)
  }

  /// Where archived rows are read from, where whole accounts are; `nil` where they begin at their
  /// checkpoints.
  var archive: ArchiveFolder? {
    get { attachedArchive.withLock(\.self) }
    set { attachedArchive.withLock { $0 = newValue } }
  }

  func checkCancellation() throws(LedgerError) {
    if Task.isCancelled { throw StoreError.cancelled }
  }
}
