internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Stopping and starting; of an existing server they throw `notOurs`.
extension ThrowAwayPostgres {
  /// Stops the server and waits for its end. Harmless when it does not run.
  package func stop(_ way: Stop = .fast) throws(ThrowAwayPostgresError) {
    _ = try ours()
    guard let process = server.withLock({ $0 }), process.isRunning else { return }
    switch way {
    case .fast: process.send(signal: SIGINT)
    case .immediate: process.send(signal: SIGQUIT)
    }
    guard process.wait(seconds: 60) != nil else { throw .failed("stopping", output: try log()) }
  }

  /// Kills every process of the server at once, as a power failure would end it, and waits until all
  /// are gone.
  package func kill() throws(ThrowAwayPostgresError) {
    _ = try ours()
    guard let process = server.withLock({ $0 }), process.isRunning else { return }
    // Stopped first: it must not start others while we count them.
    process.send(signal: SIGSTOP)
    let children = Self.children(of: process.id)
    process.send(signal: SIGKILL)
    for child in children { signal(SIGKILL, to: child) }
    guard process.wait(seconds: 20) != nil else { throw .failed("killing", output: try log()) }
    var rest = 4000
    while children.contains(where: Self.isAlive) {
      rest -= 1
      guard rest > 0 else { throw .failed("killing a child", output: try log()) }
      usleep(5000)
    }
  }

  /// Starts it, after stopping it where it runs, and waits until it accepts connections, recovery
  /// included.
  package func restart() throws(ThrowAwayPostgresError) {
    try stop(.fast)
    let process = try Self.startServer(of: try ours(), settings)
    server.withLock { $0 = process }
  }

  /// Starts it anew as a standby that follows nobody: it answers reads only, until it is promoted.
  package func restartAsStandby() throws(ThrowAwayPostgresError) {
    let signal = "\(try ours().data)/standby.signal"
    try stop(.fast)
    guard FileManager.default.createFile(atPath: signal, contents: nil) else {
      throw .failed("writing", output: signal)
    }
    try ours().own(signal)
    try restart()
  }

  /// Suspends every process of the server: it takes connections in, and never answers.
  package func pause() throws(ThrowAwayPostgresError) {
    _ = try ours()
    guard let process = server.withLock({ $0 }), process.isRunning else { return }
    process.send(signal: SIGSTOP)
    for child in Self.children(of: process.id) { signal(SIGSTOP, to: child) }
  }

  /// Lets it go on after `pause`.
  package func resume() throws(ThrowAwayPostgresError) {
    _ = try ours()
    guard let process = server.withLock({ $0 }), process.isRunning else { return }
    for child in Self.children(of: process.id) { signal(SIGCONT, to: child) }
    process.send(signal: SIGCONT)
  }

  static func startServer(
    of cluster: ServerCluster, _ settings: [String: String]
  ) throws(ThrowAwayPostgresError) -> ChildProcess {
    let process = try cluster.startServer(settings: settings)
    let statusFile = "\(cluster.data)/postmaster.pid"
    // The server writes its state into the eighth line of that file, its number into the first.
    for _ in 0..<6000 {
      let text = (try? String(contentsOfFile: statusFile, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.first == "\(process.id)", lines.count >= 8,
        lines[7].hasPrefix("ready") || lines[7].hasPrefix("standby")
      {
        return process
      }
      guard process.isRunning else { break }
      usleep(10_000)
    }
    process.send(signal: SIGKILL)
    _ = process.wait(seconds: 5)
    let log = (try? String(contentsOfFile: cluster.log, encoding: .utf8)) ?? ""
    throw .failed("starting the server", output: String(log.suffix(2000)))
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }

  /// One that has ended but that nobody asked about yet is not alive.
  private static func isAlive(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return text.split(separator: ")").last?.dropFirst().first != "Z"
  }

  private func signal(_ signal: Int32, to process: pid_t) {
    #if canImport(Glibc)
      Glibc.kill(process, signal)
    #elseif canImport(Musl)
      Musl.kill(process, signal)
    #elseif canImport(Darwin)
      Darwin.kill(process, signal)
    #endif
  }
}
