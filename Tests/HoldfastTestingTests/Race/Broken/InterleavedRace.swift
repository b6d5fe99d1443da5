import HoldfastTesting

/// Clients whose statements a seed interleaves, on a ledger in memory. The same seed gives the same
/// history, times included.
struct InterleavedRace {
  let header: RaceHeader
  private(set) var events: [RaceEvent] = []
  private let ledger: any OwnLedger
  private let database: OwnDatabase
  private var random: SplitMix
  private var clients: [Client]
  private var sweeper: Running?

  /// A call on the way.
  private struct Running {
    var variables: Variables
    var statements: [Statement]
  }

  private struct Client {
    let number: Int32
    var calls: Int32 = 0
    var keys: Int32 = 0
    var running: Running?
    var open: [RaceKey] = []
    /// A call to be sent again under its key.
    var again: RaceCall?
  }

  /// - Parameters:
  ///   - opening: what the one balance begins with.
  ///   - repeats: whether calls are sent again under their key.
  ///   - life: of a reservation in seconds.
  init(
    _ ledger: any OwnLedger, seed: UInt64, clients: Int32 = 4, statements: Int = 1000,
    opening: Int64 = 500, repeats: Bool = false, life: Int32? = nil
  ) {
    self.ledger = ledger
    database = OwnDatabase(opening: opening)
    random = SplitMix(seed: seed)
    header = RaceHeader(
      run: "own", tenant: "stress-own", shape: "exhaustion", seed: seed,
      store: "\(type(of: ledger))", target: .adapter, started: 0, origin: 0, accounts: 1,
      opening: [.all(opening)])
    self.clients = (0..<clients).map { Client(number: $0) }
    for _ in 0..<statements { step(repeats: repeats, life: life) }
    while let busy = self.clients.firstIndex(where: { $0.running != nil }) {
      let waits = self.clients.indices.filter { self.clients[$0].running != nil }
      advance(random.one(of: waits.isEmpty ? [busy] : waits))
    }
    note(
      .balance(RaceBalance(account: 0, posted: database.posted, held: database.held)))
  }

  private mutating func note(_ content: RaceEvent.Content) {
    events.append(RaceEvent(at: database.now, content))
  }

  private mutating func step(repeats: Bool, life: Int32?) {
    if !ledger.sweeper.isEmpty, random.chance(15) {
      sweep()
      return
    }
    let index = Int(random.next() % UInt64(clients.count))
    if clients[index].running == nil {
      database.now += random.number(10...90) + (life == nil ? 0 : 150_000)
      begin(index, repeats: repeats, life: life)
    } else {
      advance(index)
    }
  }

  private mutating func begin(_ index: Int, repeats: Bool, life: Int32?) {
    var client = clients[index]
    client.calls += 1
    var call: RaceCall
    if let again = client.again {
      call = again
      call.number = client.calls
      client.again = nil
    } else {
      client.keys += 1
      let key = RaceKey(client: client.number, number: client.keys)
      if !client.open.isEmpty, random.chance(40) {
        let subject = client.open.removeFirst()
        let settles = random.chance(50)
        call = RaceCall(
          client: client.number, number: client.calls, word: settles ? .settle : .release,
          account: 0, key: key, amount: settles ? 10 : 0, subject: subject, isFinal: settles)
      } else {
        call = RaceCall(
          client: client.number, number: client.calls, word: .reserve, account: 0, key: key,
          amount: 75, expires: life)
        // Another client sends the same at the same time.
        let other = (index + 1) % clients.count
        if repeats, random.chance(50), clients[other].again == nil {
          var same = call
          same.client = Int32(other)
          clients[other].again = same
        }
      }
    }
    client.running = Running(
      variables: Variables(call: call), statements: ledger.statements(of: call))
    clients[index] = client
    note(.invoked(call))
  }

  /// Sends a client's next statement.
  private mutating func advance(_ index: Int) {
    guard var running = clients[index].running, let statement = running.statements.first else {
      return
    }
    database.now += random.number(10...90)
    switch statement(database, &running.variables) {
    case .next:
      running.statements.removeFirst()
      clients[index].running = running
    case .waits: clients[index].running = running
    case .answered(let answer):
      let call = running.variables.call
      clients[index].running = nil
      note(.returned(call.id, answer))
      if call.word == .reserve, case .applied(let effect) = answer, !effect.duplicate,
        call.key.client == call.client
      {
        clients[index].open.append(call.key)
      }
    }
  }

  private mutating func sweep() {
    let none = RaceCall(
      client: -1, number: 0, word: .balance, account: 0, key: RaceKey(client: 0, number: 1))
    var running =
      sweeper ?? Running(variables: Variables(call: none), statements: ledger.sweeper)
    switch running.statements[0](database, &running.variables) {
    case .next:
      running.statements.removeFirst()
      sweeper = running
    case .waits: sweeper = running
    case .answered: sweeper = nil
    }
  }
}
