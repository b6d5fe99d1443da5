/// The states of a balance that a call can have met, as its rows pass by.
///
/// Rows come in the order of their versions, calls in the order of their invocation. In memory are
/// the states since the last one that surely preceded the present call.
struct StateWindow<State: BitwiseCopyable> {
  fileprivate struct Entry {
    let invoked: Int64
    let returned: Int64
    let state: State
  }

  private var entries: [Entry]
  private var head = 0
  private var latest = Int64.min

  /// - Parameter initial: the state before the first row.
  init(initial: State) {
    entries = [Entry(invoked: .min, returned: .min, state: initial)]
  }

  mutating func push(_ state: State, invoked: Int64, returned: Int64) {
    entries.append(Entry(invoked: invoked, returned: returned, state: state))
    latest = max(latest, invoked)
  }

  /// Whether the row is there that surely follows what had returned by then.
  func isComplete(to returned: Int64) -> Bool { latest > returned }

  /// The states between what surely preceded a call and what surely followed it. Calls must come in
  /// the order of their invocation.
  mutating func states(from invoked: Int64, to returned: Int64) -> Slice {
    var end = head + 1
    var first = head
    while end < entries.count, entries[end].invoked <= returned {
      if entries[end].returned < invoked { first = end }
      end += 1
    }
    // What preceded this call preceded every later one.
    head = first
    if head > 4096, 2 * head > entries.count {
      entries.removeFirst(head)
      (end, head) = (end - head, 0)
    }
    return Slice(entries: entries[head..<end])
  }

  struct Slice {
    fileprivate let entries: ArraySlice<Entry>

    var count: Int { entries.count }
    var first: State? { entries.first?.state }

    func contains(where isMet: (State) -> Bool) -> Bool {
      entries.contains { isMet($0.state) }
    }
  }
}
