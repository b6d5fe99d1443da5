internal import Foundation

/// A TCP proxy that misbehaves when told to, between a client and its server.
///
/// It listens on 127.0.0.1 and forwards every connection to one upstream, on a thread of its own.
/// What was told is in force when the call returns. Everything ends when the proxy is released.
public final class FaultProxy: Sendable {
  private let loop: ProxyLoop

  /// The port on 127.0.0.1 on which clients are accepted.
  public let port: UInt16

  /// Listens on a free port. The upstream is connected to for each client, not before.
  public init(to upstream: Upstream) throws(FaultProxyError) {
    let address = try SocketAddress(upstream)
    let reserved = try StreamSocket.bound(toPort: 0)
    do throws(FaultProxyError) {
      port = try reserved.boundPort
      loop = try ProxyLoop(reserved: reserved, port: port, upstream: address)
    } catch {
      reserved.close()
      throw error
    }
    Thread.detachNewThread { [loop] in loop.run() }
  }

  deinit {
    loop.stop()
  }

  /// Bytes arrive this much later, each way. Throughput is not limited, and order is kept.
  ///
  /// Holds for what is received from now on; zero and zero at the start.
  public func delay(toServer: Duration, toClient: Duration) {
    loop.change { $0.delays = [.toServer: toServer, .toClient: toClient] }
  }

  /// Prepares a fault. It strikes a connection when the bytes that it counts have passed.
  ///
  /// Bytes are counted from now on a connection that is open, and from its start on a later one.
  public func arm(_ fault: Fault, on target: Target = .any) {
    loop.change { $0.arm(fault, on: target) }
  }

  /// Forgets every fault that has not struck yet.
  public func disarm() {
    loop.change { $0.disarm() }
  }

  /// Ends all connections now, whatever is still on the way.
  public func cutAll(_ ending: Ending = .reset) {
    loop.change { $0.cutAll(ending) }
  }

  /// Stops forwarding without closing anything; connections made from now on wait as well.
  ///
  /// - Parameter direction: `nil` for both.
  public func hold(_ direction: Direction? = nil) {
    loop.change { $0.held.formUnion(direction.map { [$0] } ?? [.toServer, .toClient]) }
  }

  /// Forwards again what `hold()` and a fault of that name have stopped.
  public func resume() {
    loop.change { $0.resume() }
  }

  /// New clients meet a closed port from now on. Connections that are open stay.
  public func refuseConnections() {
    loop.change { $0.stopListening() }
  }

  /// Listens again, on the same port.
  public func acceptConnections() throws(FaultProxyError) {
    try loop.change { state throws(FaultProxyError) in try state.startListening() }
  }

  /// What has passed so far.
  public var counts: Counts { loop.counts }
}
