#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that may block, unlike those of Swift's pool.
package enum OwnThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body` and ends with it.
  static func start(_ body: @escaping @Sendable () -> Void) {
    #if os(Linux)
      var thread: pthread_t = 0
    #else
      var thread: pthread_t?
    #endif
    let retained = Unmanaged.passRetained(Body(body))
    let result = pthread_create(&thread, nil, runThread, retained.toOpaque())
    precondition(result == 0, "the system gives no thread")
    #if os(Linux)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  /// What `body` makes on a thread of its own.
  package static func value<Value: Sendable>(
    of body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }

  static func sleep(microseconds: Int64) {
    usleep(UInt32(clamping: microseconds))
  }

  #if os(Linux)
    private static let runThread:
      @convention(c) (UnsafeMutableRawPointer?) ->
        UnsafeMutableRawPointer? = { raw in
          if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
          return nil
        }
  #else
    private static let runThread:
      @convention(c) (UnsafeMutableRawPointer) ->
        UnsafeMutableRawPointer? = { raw in
          Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
          return nil
        }
  #endif
}
