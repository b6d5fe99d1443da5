/// Runs a task on a thread of its own from beginning to end. What it calls may block.
final class ThreadExecutor: TaskExecutor {
  private let jobs = WorkQueue<UnownedJob>(limit: .max)

  static func start(_ body: @escaping @Sendable () async -> Void) {
    let executor = ThreadExecutor()
    OwnThread.start { executor.run() }
    Task(executorPreference: executor) {
      await body()
      executor.jobs.close()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    // The queue is closed by the last job that there is.
    _ = jobs.put(CollectionOfOne(UnownedJob(job)))
  }

  private func run() {
    while let jobs = jobs.take(while: { _ in false }) {
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
