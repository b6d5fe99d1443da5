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
    pthread_cond_init(arrival, nil)
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
  /// least one; `nil` once the queue is closed and empty.
  func take(while fits: (Element) -> Bool) -> [Element]? {
    locked {
      while true {
        switch next(while: fits) {
        case .taken(let taken): return taken
        case .nothing: pthread_cond_wait(arrival, mutex)
        case .ended: return nil
        }
      }
    }
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
