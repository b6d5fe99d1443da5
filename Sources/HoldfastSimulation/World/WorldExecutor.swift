internal import Synchronization

/// Runs the tasks of a world one step after the other, when the world says so.
final class WorldExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs every step that can be made, in order of arrival, and those that follow from it.
  func runAll() {
    while true {
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      if ready.isEmpty { return }
      for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  /// Begins a task that runs here.
  func start(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) { await body() }
  }
}
