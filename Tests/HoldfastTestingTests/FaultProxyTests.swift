import Foundation
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FaultProxyTests {
  private static let text = Array("0123456789".utf8)

  /// Runs `body` on a thread of its own: it blocks.
  private func withProxy(
    _ body: @escaping @Sendable (FaultProxy, EchoServer) throws -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        done.resume(
          with: Result {
            let server = try EchoServer()
            let proxy = try FaultProxy(to: .tcp(host: "127.0.0.1", port: server.port))
            try body(proxy, server)
          })
      }
    }
  }

  @Test func `what is sent arrives, both ways, and is counted`() async throws {
    try await withProxy { proxy, _ in
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      #expect(proxy.counts.connections == 1)
      #expect(proxy.counts.openConnections == 1)
      #expect(proxy.counts.bytesToServer == 10)
      #expect(proxy.counts.bytesToClient == 10)
    }
  }

  @Test func `the end of a stream is handed on after its bytes`() async throws {
    try await withProxy { proxy, _ in
      proxy.delay(toServer: .milliseconds(2), toClient: .milliseconds(2))
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      client.endWriting()
      let (bytes, error) = client.readAll()
      #expect(bytes == Self.text)
      #expect(error == nil)
      #expect(proxy.counts.connections == 1)
    }
  }

  @Test(arguments: [0, 1])
  func `eight megabytes both ways arrive as they were sent`(delay: Int) async throws {
    try await withProxy { proxy, _ in
      proxy.delay(toServer: .milliseconds(delay), toClient: .milliseconds(delay))
      let client = try EchoClient(port: proxy.port)
      let sent = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
      try Self.concurrently(
        { try client.write(sent) },
        {
          let received = try client.read(sent.count)
          #expect(received == sent)
        })
      #expect(proxy.counts.bytesToServer == sent.count)
      #expect(proxy.counts.bytesToClient == sent.count)
    }
  }

  @Test func `a hundred connections at once each get their own bytes`() async throws {
    try await withProxy { proxy, server in
      let clients = try (0..<100).map { _ in try EchoClient(port: proxy.port) }
      for (number, client) in clients.enumerated() { try client.write([UInt8(number)]) }
      for (number, client) in clients.enumerated() {
        #expect(try client.read(1) == [UInt8(number)])
      }
      #expect(proxy.counts.openConnections == 100)
      #expect(server.connectionCount == 100)
    }
  }

  @Test func `a connection that ended is no longer open, and its bytes still count`() async throws {
    try await withProxy { proxy, _ in
      for _ in 0..<50 {
        let client = try EchoClient(port: proxy.port)
        try client.write(Self.text)
        client.endWriting()
        #expect(client.readAll().bytes == Self.text)
      }
      #expect(proxy.counts.connections == 50)
      #expect(proxy.counts.bytesToClient == 500)
      proxy.cutAll()
      #expect(proxy.counts.openConnections == 0)
      #expect(proxy.counts.bytesToServer == 500)
    }
  }

  @Test func `a delay holds up an exchange by its sum and no exchange overtakes`() async throws {
    try await withProxy { proxy, _ in
      let client = try EchoClient(port: proxy.port)
      proxy.delay(toServer: .milliseconds(20), toClient: .milliseconds(30))
      let clock = ContinuousClock()
      let time = try clock.measure {
        for byte in Self.text { try client.write([byte]) }
        #expect(try client.read(10) == Self.text)
      }
      #expect(time >= .milliseconds(50))
      proxy.delay(toServer: .zero, toClient: .zero)
      let fast = try (0..<20).map { _ in
        try clock.measure {
          try client.write(Self.text)
          _ = try client.read(10)
        }
      }
      #expect((fast.min() ?? .seconds(1)) < .milliseconds(20))
    }
  }

  @Test func `a delay limits no throughput`() async throws {
    try await withProxy { proxy, _ in
      proxy.delay(toServer: .milliseconds(50), toClient: .milliseconds(50))
      let client = try EchoClient(port: proxy.port)
      let sent = [UInt8](repeating: 7, count: 16 << 20)
      let time = try ContinuousClock().measure {
        try Self.concurrently(
          { try client.write(sent) },
          {
            let received = try client.read(sent.count)
            #expect(received == sent)
          })
      }
      // In pieces of 64 KiB, each waiting for the one before, it would take 25 seconds.
      #expect(time < .seconds(12))
    }
  }

  @Test(arguments: [0, 1, 4, 9], [FaultProxy.Ending.close, .reset])
  func `a cut lets exactly so many bytes through to the client`(
    count: Int, ending: FaultProxy.Ending
  ) async throws {
    try await withProxy { proxy, _ in
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      proxy.arm(.cut(after: count, .toClient, ending))
      try client.write(Self.text)
      let (bytes, error) = client.readAll()
      #expect(bytes == Array(Self.text.prefix(count)))
      #expect(error == (ending == .reset ? .ECONNRESET : nil))
      #expect(proxy.counts.bytesToClient == 10 + count)
      #expect(proxy.counts.bytesToServer == 20)
    }
  }

  @Test(arguments: [0, 1, 4, 9], [FaultProxy.Ending.close, .reset])
  func `a cut lets exactly so many bytes through to the server`(
    count: Int, ending: FaultProxy.Ending
  ) async throws {
    try await withProxy { proxy, _ in
      proxy.arm(.cut(after: count, .toServer, ending))
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      let error = client.readAll().error
      #expect(error == (ending == .reset ? .ECONNRESET : nil))
      #expect(proxy.counts.bytesToServer == count)
    }
  }

  @Test func `a cut in the middle of megabytes is as exact`() async throws {
    try await withProxy { proxy, _ in
      proxy.arm(.cut(after: 3_000_001, .toClient, .reset))
      let client = try EchoClient(port: proxy.port)
      let sent = [UInt8](repeating: 7, count: 4 << 20)
      try Self.concurrently(
        // The system reports the reset to one of the two only.
        { try? client.write(sent + sent + sent) },
        { #expect(client.readAll().bytes.count == 3_000_001) })
    }
  }

  @Test func `a fault on any connection strikes once`() async throws {
    try await withProxy { proxy, _ in
      let first = try EchoClient(port: proxy.port)
      let second = try EchoClient(port: proxy.port)
      proxy.arm(.cut(after: 0, .toServer))
      try second.write(Self.text)
      #expect(second.readAll().error == .ECONNRESET)
      try first.write(Self.text)
      #expect(try first.read(10) == Self.text)
    }
  }

  @Test func `a fault on the second connection spares the others`() async throws {
    try await withProxy { proxy, _ in
      proxy.arm(.cut(after: 3, .toClient), on: .number(2))
      let clients = try (0..<3).map { _ in try EchoClient(port: proxy.port) }
      for client in clients { try client.write(Self.text) }
      #expect(try clients[0].read(10) == Self.text)
      #expect(clients[1].readAll().bytes == Array(Self.text.prefix(3)))
      #expect(try clients[2].read(10) == Self.text)
    }
  }

  @Test func `a fault on every connection strikes each, until it is disarmed`() async throws {
    try await withProxy { proxy, _ in
      proxy.arm(.cut(after: 3, .toClient), on: .every)
      for _ in 0..<3 {
        let client = try EchoClient(port: proxy.port)
        try client.write(Self.text)
        #expect(client.readAll().bytes == Array(Self.text.prefix(3)))
      }
      proxy.disarm()
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
    }
  }

  @Test(arguments: [FaultProxy.Ending.close, .reset])
  func `cutting all ends each connection, and new ones work`(
    ending: FaultProxy.Ending
  ) async throws {
    try await withProxy { proxy, _ in
      let clients = try (0..<10).map { _ in try EchoClient(port: proxy.port) }
      for client in clients {
        try client.write(Self.text)
        #expect(try client.read(10) == Self.text)
      }
      proxy.cutAll(ending)
      #expect(proxy.counts.openConnections == 0)
      for client in clients {
        #expect(client.readAll().error == (ending == .reset ? .ECONNRESET : nil))
      }
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
    }
  }

  @Test func `held bytes arrive when it resumes, and none before`() async throws {
    try await withProxy { proxy, _ in
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      proxy.hold()
      try client.write(Self.text)
      let late = try EchoClient(port: proxy.port)
      try late.write(Self.text)
      #expect(client.isSilent && late.isSilent)
      #expect(proxy.counts.bytesToServer == 10)
      proxy.resume()
      #expect(try client.read(10) == Self.text)
      #expect(try late.read(10) == Self.text)
    }
  }

  @Test func `held in one direction, the other still flows`() async throws {
    try await withProxy { proxy, _ in
      let client = try EchoClient(port: proxy.port)
      proxy.arm(.hold(after: 4, .toClient))
      try client.write(Self.text)
      #expect(try client.read(4) == Array(Self.text.prefix(4)))
      #expect(client.isSilent)
      #expect(proxy.counts.bytesToServer == 10)
      proxy.resume()
      #expect(try client.read(6) == Array(Self.text.suffix(6)))
    }
  }

  @Test func `refused, a client meets a closed port until connections are accepted`() async throws {
    try await withProxy { proxy, server in
      let open = try EchoClient(port: proxy.port)
      try open.write(Self.text)
      #expect(try open.read(10) == Self.text)
      proxy.refuseConnections()
      let refused = #expect(throws: POSIXError.self) { try EchoClient(port: proxy.port) }
      #expect(refused?.code == .ECONNREFUSED)
      try open.write(Self.text)
      #expect(try open.read(10) == Self.text)
      try proxy.acceptConnections()
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      #expect(server.connectionCount == 2)
    }
  }

  @Test func `a refusing fault resets one new connection`() async throws {
    try await withProxy { proxy, server in
      proxy.arm(.refuse)
      #expect(try EchoClient(port: proxy.port).readAll().error == .ECONNRESET)
      let client = try EchoClient(port: proxy.port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      #expect(proxy.counts.connections == 2)
      #expect(server.connectionCount == 1)
    }
  }

  @Test func `a server that cannot be reached resets the client`() async throws {
    try await withProxy { proxy, server in
      let down = try FaultProxy(to: .tcp(host: "127.0.0.1", port: proxy.port))
      proxy.refuseConnections()
      #expect(try EchoClient(port: down.port).readAll().error == .ECONNRESET)
    }
  }

  @Test func `a unix socket is an upstream as well`() async throws {
    try await withProxy { _, _ in
      let path =
        FileManager.default.temporaryDirectory.path + "/echo-\(UUID().uuidString.prefix(8))"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try EchoServer(path: path)
      let proxy = try FaultProxy(to: .unixSocket(path: path))
      let clients = try (0..<20).map { _ in try EchoClient(port: proxy.port) }
      for client in clients { try client.write(Self.text) }
      for client in clients { #expect(try client.read(10) == Self.text) }
      #expect(server.connectionCount == 20)
      proxy.arm(.cut(after: 5, .toClient), on: .number(7))
      try clients[6].write(Self.text)
      #expect(clients[6].readAll().bytes == Array(Self.text.prefix(5)))
    }
  }

  @Test func `a path that is too long for a unix socket is an error`() {
    let path = String(repeating: "x", count: 200)
    #expect(throws: FaultProxyError.self) { try FaultProxy(to: .unixSocket(path: path)) }
  }

  @Test func `released, it closes what it had and its port`() async throws {
    try await withProxy { _, server in
      var proxy: FaultProxy? = try FaultProxy(to: .tcp(host: "localhost", port: server.port))
      let port = try #require(proxy?.port)
      let client = try EchoClient(port: port)
      try client.write(Self.text)
      #expect(try client.read(10) == Self.text)
      proxy = nil
      #expect(client.readAll().error == .ECONNRESET)
      #expect(throws: POSIXError.self) { try EchoClient(port: port) }
    }
  }

  /// Runs `first` on another thread while `second` runs on this one.
  private static func concurrently(
    _ first: @escaping () throws -> Void, _ second: () throws -> Void
  ) throws {
    // Its failure is read after the semaphore has said that the thread is done.
    nonisolated(unsafe) var failure: (any Error)?
    // A client is used by one thread to write and by the other to read.
    nonisolated(unsafe) let work = first
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do { try work() } catch { failure = error }
      done.signal()
    }
    let outcome = Result { try second() }
    done.wait()
    if let failure { throw failure }
    try outcome.get()
  }
}
