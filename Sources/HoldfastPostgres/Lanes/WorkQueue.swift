#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What waits for a thread, in order of arrival. Tasks put in, the thread takes out and sleeps while
/// there is nothing.
///
/// `@unchecked Sendable`: everything is guarded by the pthread mutex; a condition is needed to sleep
/// on, which `Synchronization.Mutex` does not have.
package final class WorkQueue<Element>: @unchecked Sendable {
  package enum Refusal {
    case full
    case closed
  }

  package enum Offer {
    case taken([Element])
    /// There is nothing at present.
    case nothing
    /// The queue is closed and empty.
    case ended
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var elements: [Element] = []
  private var head = 0
  private var isClosed = false
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(arrival, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(arrival, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  package var count: Int { locked { elements.count - head } }

  /// Whether `take` would not wait.
  package var hasNews: Bool { locked { head < elements.count || isClosed } }

  /// Puts all in, or none.
  func put(_ new: some Collection<Element>) -> Refusal? {
    locked {
      if isClosed { return .closed }
      if elements.count - head + new.count > limit { return .full }
      elements.append(contentsOf: new)
      pthread_cond_signal(arrival)
      return nil
    }
  }

  /// Waits until there is something and takes the first elements for as long as `fits` says so, at
  /// least one; `nil` once the queue is closed and empty, and none if there is nothing until `end`.
  func take(until end: Deadline? = nil, while fits: (Element) -> Bool) -> [Element]? {
    locked {
      while true {
        switch next(while: fits) {
        case .taken(let taken): return taken
        case .nothing: if !waitForArrival(until: end) { return [] }
        case .ended: return nil
        }
      }
    }
  }

  /// Lets go of the mutex meanwhile. Answers whether there is time left; something may have arrived.
  private func waitForArrival(until end: Deadline?) -> Bool {
    guard let end else {
      pthread_cond_wait(arrival, mutex)
      return true
    }
    let rest = end.microseconds - Deadline.now
    if rest <= 0 { return false }
    #if canImport(Darwin)
      var time = timespec(microseconds: rest)
      pthread_cond_timedwait_relative_np(arrival, mutex, &time)
    #else
      var time = timespec(microseconds: end.microseconds)
      pthread_cond_timedwait(arrival, mutex, &time)
    #endif
    return true
  }

  /// The same without waiting.
  package func offer(while fits: (Element) -> Bool) -> Offer {
    locked { next(while: fits) }
  }

  private func next(while fits: (Element) -> Bool) -> Offer {
    if head == elements.count { return isClosed ? .ended : .nothing }
    var end = head
    repeat { end += 1 } while end < elements.count && fits(elements[end])
    let taken = Array(elements[head..<end])
    head = end
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 4096 {
      elements.removeFirst(head)
      head = 0
    }
    return .taken(taken)
  }

  /// Takes out the first element of which this is true.
  func remove(where isMeant: (Element) -> Bool) -> Element? {
    locked {
      guard let index = elements[head...].firstIndex(where: isMeant) else { return nil }
      return elements.remove(at: index)
    }
  }

  /// Takes nothing in any more; what is in is still taken out.
  package func close() {
    locked {
      isClosed = true
      pthread_cond_broadcast(arrival)
    }
  }
}

extension timespec {
  fileprivate init(microseconds: Int64) {
    self.init(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
  }
}
