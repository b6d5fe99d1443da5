/// A client, its connection to the server, and what is on the way between them.
struct ProxyConnection {
  enum Stage {
    /// The client is accepted, the server not yet reached.
    case connecting
    case forwarding
    /// Nothing is forwarded any more; what passed in the direction is still being delivered.
    case ending(FaultProxy.Ending, after: FaultProxy.Direction)
    case closed
  }

  let client: StreamSocket
  let server: StreamSocket
  private(set) var stage = Stage.connecting
  var toServer = ProxyPipe()
  var toClient = ProxyPipe()

  init(client: StreamSocket, server: StreamSocket) {
    self.client = client
    self.server = server
  }

  private var hasEnded: Bool { toServer.hasEnded && toClient.hasEnded }

  subscript(direction: FaultProxy.Direction) -> ProxyPipe {
    get { direction == .toServer ? toServer : toClient }
    _modify {
      switch direction {
      case .toServer: yield &toServer
      case .toClient: yield &toClient
      }
    }
  }

  func source(_ direction: FaultProxy.Direction) -> StreamSocket {
    direction == .toServer ? client : server
  }

  func destination(_ direction: FaultProxy.Direction) -> StreamSocket {
    direction == .toServer ? server : client
  }

  /// Goes on connecting to the server.
  mutating func connect(to address: SocketAddress) {
    switch server.connects(to: address) {
    case true?: stage = .forwarding
    case false?: close(.reset)
    case nil: break
    }
  }

  mutating func read(
    _ direction: FaultProxy.Direction, into buffer: inout [UInt8], due: ContinuousClock.Instant
  ) {
    switch source(direction).receive(into: &buffer) {
    case .bytes(let count): self[direction].append(buffer[..<count], due: due)
    case .end: self[direction].end(.end, due: due)
    case .failed: self[direction].end(.failure, due: due)
    case .nothingYet: break
    }
  }

  /// Hands on what is due. Returns the fault that struck, if one did.
  mutating func write(
    _ direction: FaultProxy.Direction, now: ContinuousClock.Instant
  ) -> ProxyTrigger? {
    switch self[direction].write(to: destination(direction), now: now) {
    case .waits: break
    case .failed: end(.reset, after: direction)
    case .broken:
      // What the destination said before it went is still to be handed on.
      self[direction].abandon()
      if hasEnded { close(.reset) }
    case .ended: if hasEnded { close(.close) }
    case .strikes(let trigger): return trigger
    }
    return nil
  }

  /// Stops forwarding and ends both sides as soon as what passed in the direction is delivered.
  mutating func end(_ ending: FaultProxy.Ending, after direction: FaultProxy.Direction) {
    stage = .ending(ending, after: direction)
    finishEnding()
  }

  mutating func finishEnding() {
    guard case .ending(let ending, let direction) = stage else { return }
    guard ending == .close || destination(direction).hasDelivered else { return }
    close(ending)
  }

  /// Ends both sides now.
  mutating func close(_ ending: FaultProxy.Ending) {
    if case .closed = stage { return }
    client.end(ending)
    server.end(ending)
    stage = .closed
  }
}
