internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that we started, in a process group of its own, so that Ctrl-C reaches only us.
package final class ChildProcess: Sendable {
  let id: pid_t
  /// How it ended; `nil` while it was not seen to have ended.
  private let ending = Mutex<Int32?>(nil)

  private static let spawning = Mutex<Void>(())

  /// Starts the program at the path that `arguments` begins with.
  ///
  /// It writes to the end of the file at `output` and reads from `input`, or from nothing.
  package init(
    _ arguments: [String], output: String, input: Int32? = nil
  ) throws(ThrowAwayPostgresError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // Dispatch's threads block signals, and what they start would too.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var id: pid_t = 0
    let status = Self.spawning.withLock { _ in
      posix_spawn(&id, arguments[0], &actions, &attributes, words, environ)
    }
    guard status == 0 else {
      throw .failed("starting \(arguments[0])", output: String(cString: strerror(status)))
    }
    self.id = id
  }

  /// Both ends of a new pipe that no child keeps open except through its `input`.
  package static func pipe() throws(ThrowAwayPostgresError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    // A child started between the two steps would have inherited them.
    let made = spawning.withLock { _ in
      guard systemPipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard made else { throw .failed("pipe", output: String(cString: strerror(errno))) }
    return (ends[0], ends[1])
  }

  package var isRunning: Bool {
    ending.withLock { ending in
      if ending != nil { return false }
      var status: Int32 = 0
      guard waitpid(id, &status, WNOHANG) != 0 else { return true }
      ending = status
      return false
    }
  }

  /// Waits for the end at most so long; `nil` when it still runs, else the status as `waitpid` has
  /// it: 0 for success.
  package func wait(seconds: Double) -> Int32? {
    var rest = seconds
    while isRunning {
      guard rest > 0 else { return nil }
      usleep(5000)
      rest -= 0.005
    }
    return ending.withLock { $0 }
  }

  package func send(signal: Int32) {
    // Under the lock, so that the number cannot have gone to another process meanwhile.
    ending.withLock { ending in
      if ending == nil { kill(id, signal) }
    }
  }
}

/// Beside the type, whose own `pipe` hides the system's.
private func systemPipe(_ ends: inout [Int32]) -> Int32 {
  pipe(&ends)
}
