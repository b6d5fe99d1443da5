/// The listener, the connections and the faults of a proxy; one thread at a time has it.
struct ProxyState {
  private struct Armed {
    let fault: FaultProxy.Fault
    let target: FaultProxy.Target
  }

  private let port: UInt16
  /// Keeps the port while nobody listens on it.
  private let reserved: StreamSocket
  private let upstream: SocketAddress
  private(set) var listener: StreamSocket?
  var connections: [Int: ProxyConnection] = [:]
  private var armed: [Int: Armed] = [:]
  private var lastFault = 0
  private var ended = FaultProxy.Counts()
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  var delays: [FaultProxy.Direction: Duration] = [:]
  /// The directions in which nothing is forwarded on any connection.
  var held: Set<FaultProxy.Direction> = []
  var isStopped = false

  init(reserved: StreamSocket, port: UInt16, upstream: SocketAddress) throws(FaultProxyError) {
    self.reserved = reserved
    self.port = port
    self.upstream = upstream
    listener = try StreamSocket.listening(onPort: port)
  }

  var counts: FaultProxy.Counts {
    var counts = ended
    counts.openConnections = connections.count
    for connection in connections.values {
      counts.bytesToServer += connection.toServer.passed
      counts.bytesToClient += connection.toClient.passed
    }
    return counts
  }

  func isHeld(_ direction: FaultProxy.Direction, on connection: ProxyConnection) -> Bool {
    held.contains(direction) || connection[direction].isHeld
  }

  // MARK: Listening

  mutating func startListening() throws(FaultProxyError) {
    guard listener == nil, !isStopped else { return }
    listener = try StreamSocket.listening(onPort: port)
  }

  mutating func stopListening() {
    listener?.endListening()
    listener = nil
  }

  mutating func acceptClients() {
    while let client = listener?.accepted() {
      ended.connections += 1
      let number = ended.connections
      guard !takeRefusal(of: number) else {
        client.end(.reset)
        continue
      }
      guard let server = try? StreamSocket.unconnected(for: upstream) else {
        client.end(.reset)
        continue
      }
      var connection = ProxyConnection(client: client, server: server)
      for (id, fault) in armed where fault.target.matches(number) {
        connection.add(fault.fault, id: id)
      }
      connection.connect(to: upstream)
      connections[number] = connection
      settle(number)
    }
  }

  private mutating func takeRefusal(of number: Int) -> Bool {
    let refusal = armed.filter { $0.value.fault == .refuse && $0.value.target.matches(number) }
    guard let id = refusal.keys.min() else { return false }
    if armed[id]?.target != .every { armed[id] = nil }
    return true
  }

  // MARK: Faults

  mutating func arm(_ fault: FaultProxy.Fault, on target: FaultProxy.Target) {
    lastFault += 1
    armed[lastFault] = Armed(fault: fault, target: target)
    for number in connections.keys where target.matches(number) {
      connections[number]?.add(fault, id: lastFault)
    }
  }

  mutating func disarm() {
    armed = [:]
    for number in connections.keys { connections[number]?.removeTriggers { _ in true } }
  }

  private mutating func strike(_ trigger: ProxyTrigger, _ number: Int, _ way: FaultProxy.Direction)
  {
    connections[number]?.removeTriggers { $0 == trigger.fault }
    if let fault = armed[trigger.fault], fault.target != .every {
      armed[trigger.fault] = nil
      for other in connections.keys {
        connections[other]?.removeTriggers { $0 == trigger.fault }
      }
    }
    switch trigger.effect {
    case .cut(let ending): connections[number]?.end(ending, after: way)
    case .hold: connections[number]?[way].isHeld = true
    }
  }

  mutating func cutAll(_ ending: FaultProxy.Ending) {
    for number in Array(connections.keys) {
      connections[number]?.close(ending)
      settle(number)
    }
  }

  mutating func resume() {
    held = []
    for number in connections.keys {
      connections[number]?.toServer.isHeld = false
      connections[number]?.toClient.isHeld = false
    }
  }

  mutating func stop() {
    isStopped = true
    cutAll(.reset)
    stopListening()
    reserved.close()
  }

  // MARK: Forwarding

  /// Takes a connection as far as it can go now. `readable` names the sockets that have something.
  mutating func advance(_ number: Int, readable: Set<FaultProxy.Direction>) {
    switch connections[number]?.stage {
    case .connecting: connections[number]?.connect(to: upstream)
    case .ending: connections[number]?.finishEnding()
    case .forwarding:
      for direction in readable {
        let due = ContinuousClock.now.advanced(by: delays[direction] ?? .zero)
        connections[number]?.read(direction, into: &buffer, due: due)
      }
      for direction in FaultProxy.Direction.allCases { write(direction, number) }
    case .closed, nil: break
    }
    settle(number)
  }

  private mutating func write(_ direction: FaultProxy.Direction, _ number: Int) {
    while forwards(direction, number),
      let trigger = connections[number]?.write(direction, now: .now)
    {
      strike(trigger, number, direction)
    }
  }

  private func forwards(_ direction: FaultProxy.Direction, _ number: Int) -> Bool {
    guard let connection = connections[number], case .forwarding = connection.stage else {
      return false
    }
    return !isHeld(direction, on: connection) && !connection[direction].hasEnded
  }

  /// Counts a connection that has closed among those that ended.
  private mutating func settle(_ number: Int) {
    guard let connection = connections[number], case .closed = connection.stage else { return }
    ended.bytesToServer += connection.toServer.passed
    ended.bytesToClient += connection.toClient.passed
    connections[number] = nil
  }
}

extension FaultProxy.Target {
  fileprivate func matches(_ number: Int) -> Bool {
    if case .number(let wanted) = self { return wanted == number }
    return true
  }
}

extension ProxyConnection {
  fileprivate mutating func add(_ fault: FaultProxy.Fault, id: Int) {
    switch fault {
    case .cut(let count, let direction, let ending):
      add(id, count, direction, .cut(ending))
    case .hold(let count, let direction):
      add(id, count, direction, .hold)
    case .refuse: break
    }
  }

  private mutating func add(
    _ id: Int, _ count: Int, _ direction: FaultProxy.Direction, _ effect: ProxyTrigger.Effect
  ) {
    let position = self[direction].passed + count
    self[direction].triggers.append(ProxyTrigger(fault: id, position: position, effect: effect))
  }

  fileprivate mutating func removeTriggers(where matches: (Int) -> Bool) {
    toServer.triggers.removeAll { matches($0.fault) }
    toClient.triggers.removeAll { matches($0.fault) }
  }
}
