internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// What goes wrong besides the network.
extension Simulation {
  func planAccidents() {
    let span: ClosedRange<Int64> = 0...3_000_000
    for _ in 0..<plan.serverCrashes {
      world.after(world.number(span)) { [self] in
        server.crash(for: world.number(10_000...4_000_000))
      }
    }
    for _ in 0..<plan.terminations {
      world.after(world.number(span)) { [self] in
        let backends = server.backends.sorted { $0.key < $1.key }.map(\.value)
        guard !backends.isEmpty else { return }
        server.end(world.random.one(of: backends), saying: .adminShutdown)
      }
    }
    for _ in 0..<plan.pauses {
      world.after(world.number(span)) { [self] in
        world.random.one(of: processes).host.pause(for: world.number(1_000...20_000_000))
      }
    }
    for _ in 0..<plan.strangers { world.after(world.number(span)) { [self] in strange() } }
    for _ in 0..<plan.clockSteps { world.after(world.number(span)) { [self] in stepClock() } }
    for _ in 0..<plan.processDeaths {
      world.after(world.number(span)) { [self] in kill(Int(world.random.next() >> 33)) }
    }
  }

  /// Somebody else's session, which holds the rows of an account.
  private func strange() {
    let account = AccountID(
      tenant: CallScript.tenant, account: "account-0", key: SimulatedProcess.hashKey)
    var column = ColumnBuffer.uuid()
    column.append(uuid: account.digest.first, account.digest.second)
    let slot = Int16(account.digest.second % UInt64(plan.slots))
    let lock = Statement(
      Query("lock_streams", "", parameterTypes: [.int2, .uuidArray]),
      [.int2(slot), column.parameter()])
    let backend = server.connect()
    let statements = [Statement(TransactionQueries.begin), lock]
    server.take(
      Pipeline(statements: statements, received: 2, killedAfter: nil) { _ in }, on: backend)
    world.after(world.number(1_000...12_000_000)) { [self] in server.hangUp(backend) }
  }

  private func stepClock() {
    let seconds = world.random.one(of: [-3600, -10, 10, 3600])
    let step = Int64(seconds) * 1_000_000
    world.note("the server's clock is set by \(step)")
    server.clockLead += step
    world.after(world.number(1_000...8_000_000)) { [self] in server.clockLead -= step }
  }

  /// A process dies, and another takes its place.
  private func kill(_ number: Int) {
    let index = number % processes.count
    let dead = processes[index]
    guard !dead.host.isDead, callersAtWork > 0 else { return }
    dead.host.die()
    world.executor.start { await dead.stop() }
    guard
      let next = try? SimulatedProcess(
        world, server, plan, FaultRates(network: plan.networkFaults))
    else { return }
    processes[index] = next
    for _ in 0..<plan.callers { begin(in: next, seed: world.random.next()) }
  }
}
