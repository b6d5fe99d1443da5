internal import Holdfast
internal import HoldfastPostgres

/// A process in the simulated world, which can stop for a while and die.
///
/// `@unchecked Sendable`: as `World`.
final class SimulatedHost: Host, @unchecked Sendable {
  let world: World
  let server: SimulatedServer
  let defect: Defect
  /// What goes wrong with what it sends; may be changed at any time.
  var faults: FaultRates
  private(set) var isDead = false
  private var pausedUntil: Int64 = 0
  private var connections: [Int: SimulatedConnection] = [:]
  private var connectionCount = 0
  /// Where its clock stood when the world began, and by how many millionths it goes too fast.
  private let start: Int64
  private let drift: Int64

  init(_ world: World, _ server: SimulatedServer, _ faults: FaultRates, _ defect: Defect) {
    self.world = world
    self.server = server
    self.faults = faults
    self.defect = defect
    start = world.number(0...1_000_000_000_000)
    drift = faults.network > 0 ? world.number(-500...500) : 0
  }

  var now: Int64 { start + world.now + world.now * drift / 1_000_000 }

  /// How long it is until then, as the world counts.
  func worldTime(until deadline: Deadline) -> Int64 {
    let rest = max(0, deadline.microseconds - now)
    return rest - rest * drift / 1_000_000
  }

  var clock: StoreClock {
    StoreClock(
      now: { [self] in Instant(microseconds: server.clock) }, monotonic: { [self] in now })
  }

  func random() -> UInt64 { world.random.next() }

  func connect(until deadline: Deadline) async throws(PostgresError) -> any Connection {
    await sleep(microseconds: world.latency() * 3)
    if isDead { throw PostgresError(.cannotConnect(.refused)) }
    guard server.isUp else { throw PostgresError(.cannotConnect(.unavailable)) }
    if world.chance(faults.network) { throw PostgresError(.cannotConnect(.unreachable)) }
    connectionCount += 1
    let connection = SimulatedConnection(self, server.connect(), number: connectionCount)
    connections[connectionCount] = connection
    return connection
  }

  func forget(_ connection: Int) {
    connections[connection] = nil
  }

  func sleep(microseconds: Int64) async {
    await withCheckedContinuation { continuation in
      after(microseconds) { continuation.resume() }
    }
  }

  func start(_ body: @escaping @Sendable () async -> Void) {
    world.executor.start(body)
  }

  func take<Element>(
    from queue: WorkQueue<Element>, until end: Deadline?, while fits: (Element) -> Bool
  ) async -> [Element]? {
    var isLate = false
    if let end {
      world.after(worldTime(until: end)) { isLate = true }
    }
    while true {
      switch queue.offer(while: fits) {
      case .taken(let elements): return elements
      case .ended: return nil
      case .nothing where isLate: return []
      case .nothing:
        await withCheckedContinuation { continuation in
          world.when({ queue.hasNews || isLate }) { [self] in soon { continuation.resume() } }
        }
      }
    }
  }

  /// When the process gets round to it.
  func soon(_ action: @escaping () -> Void) {
    after(world.number(1...50), action)
  }

  private func after(_ microseconds: Int64, _ action: @escaping () -> Void) {
    world.after(isDead ? 0 : microseconds) { [self] in
      // What was due while the process stood still happens when it goes on.
      let rest = isDead ? 0 : pausedUntil - world.now
      if rest > 0 { after(rest, action) } else { action() }
    }
  }

  func pause(for microseconds: Int64) {
    world.note("a process stops for \(microseconds)")
    pausedUntil = max(pausedUntil, world.now + microseconds)
  }

  /// Ends the process. What its tasks still wait for fails at once, so that they end.
  func die() {
    world.note("a process dies")
    isDead = true
    for connection in connections.sorted(by: { $0.key < $1.key }) { connection.value.abort() }
  }
}

/// How often something goes wrong, in thousandths.
struct FaultRates {
  /// Of what is sent.
  var network = 0

  static let none = FaultRates()
}
