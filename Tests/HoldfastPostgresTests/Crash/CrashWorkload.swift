import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// Many callers at once, each awaiting its answer before it asks again, while something breaks.
struct CrashWorkload: Sendable {
  let script: CrashScript
  /// Callers are spread over them.
  let stores: [any LedgerStore]
  var callers = 48
  /// Answers that each caller gets before the fault, and again after it.
  var answers = CrashScript.period

  /// How far the callers have come with the fault; each phase becomes the next, or `abandoned`.
  private enum Phase {
    case before
    case during
    case after
    case abandoned
  }

  private final class Course: Sendable {
    let phase = Mutex(Phase.before)
  }

  /// Lets the callers go, breaks what `fault` breaks once all of them are served, and goes on until
  /// all are served again, by the very stores that went through it.
  func run(during fault: () async throws -> Void) async throws -> [CrashCall] {
    for credit in script.funding { _ = try await stores[0].submit(credit) }
    let course = Course()
    let (served, serving) = AsyncStream.makeStream(of: Void.self)
    return try await withThrowingTaskGroup(of: [CrashCall].self) { group in
      for caller in 0..<callers {
        group.addTask { await calls(of: caller, course) { serving.yield() } }
      }
      var waiting = callers
      for await _ in served {
        waiting -= 1
        if waiting == 0 { break }
      }
      course.phase.withLock { $0 = .during }
      do {
        try await fault()
      } catch {
        course.phase.withLock { $0 = .abandoned }
        throw error
      }
      course.phase.withLock { $0 = .after }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private func calls(
    of caller: Int, _ course: Course, whenServed served: () -> Void
  ) async -> [CrashCall] {
    let store = stores[caller % stores.count]
    var calls: [CrashCall] = []
    var answered = 0
    var answeredAfter = 0
    while answeredAfter < answers {
      let phase = course.phase.withLock { $0 }
      if phase == .abandoned { break }
      let number = calls.count
      let call = await CrashCall(
        script.submission(of: caller, number), caller: caller, number: number, to: store)
      calls.append(call)
      if call.isUnanswered {
        // As a caller would who asks again; the pause also keeps the number of calls small.
        try? await Task.sleep(for: .milliseconds(100))
        continue
      }
      answered += 1
      if answered == answers { served() }
      if phase == .after { answeredAfter += 1 }
    }
    return calls
  }
}
