internal import Holdfast

/// What can have been due in a balance, and unwritten, when somebody read it.
///
/// A read tells what is committed, with all that is due by its own instant. A transaction that is on
/// the way may have an earlier instant, and its rows then stand before those of what was due: no row
/// has the figures that the read told. So they are compared within what can have been due.
struct DueRisk {
  private struct Part {
    /// When it is due: no earlier, no later.
    var first: Int64
    var last: Int64
    var amount: Int64
    let isHold: Bool
    /// When it was surely closed.
    var closed = Int64.max
  }

  /// By the version of the row that opened the lot or the reservation.
  private var parts: [Int64: Part] = [:]
  /// What transfers brought; the lots they came from may end at any time.
  private var arrived: Int64 = 0

  /// By how much the clocks of a server and of the run may differ.
  private static let slack: Int64 = 1_000_000

  mutating func take(_ stamped: StampedRow) {
    let row = stamped.row
    switch row.event {
    case .credit, .reserve:
      guard let due = stamped.due else { return }
      let isHold = row.event == .reserve
      parts[row.version] = Part(
        first: due.first, last: due.last, amount: isHold ? row.heldDelta : row.postedDelta,
        isHold: isHold)
    case .increase: parts[row.subject]?.amount &+= row.heldDelta
    case .extend:
      guard let due = stamped.due, let last = parts[row.subject]?.last else { return }
      parts[row.subject]?.last = max(last, due.last)
    case .transferIn: arrived &+= max(0, row.postedDelta)
    case .release, .lapse: parts[row.subject]?.closed = stamped.returned
    case .settlement where stamped.isFinal: parts[row.subject]?.closed = stamped.returned
    default: break
    }
  }

  /// How much lower the figures may be that a read tells.
  ///
  /// - Parameters:
  ///   - written: What was due by then is written.
  ///   - returned: When the read had been answered.
  mutating func amounts(from written: Int64, to returned: Int64) -> (posted: Int64, held: Int64) {
    let earliest = max(written, .min + DueRisk.slack) - DueRisk.slack
    parts = parts.filter { $0.value.last >= earliest && $0.value.closed >= earliest }
    var held: Int64 = 0
    var lots = arrived
    for part in parts.values where part.first - DueRisk.slack <= returned {
      if part.isHold { held &+= max(0, part.amount) } else { lots &+= max(0, part.amount) }
    }
    // What a reservation gives back to a lot that is over lapses with it.
    return (lots &+ held, held)
  }
}

extension StampedRow {
  /// When that is due which a call opens or puts off; in microseconds since the run began.
  struct Due: BitwiseCopyable {
    let first: Int64
    let last: Int64

    /// `nil` for what has no end.
    init?(_ call: RaceCall, invoked: Int64, returned: Int64) {
      let seconds: Int64
      switch call.word {
      case .credit:
        guard let expires = call.expires else { return nil }
        first = Int64(expires) * 1_000_000
        last = first
        return
      case .reserve: seconds = Int64(call.expires ?? 1800)
      case .extend: seconds = call.amount
      default: return nil
      }
      let length = seconds.multipliedReportingOverflow(by: 1_000_000)
      first = Due.sum(invoked, length.overflow ? .max : length.partialValue)
      last = Due.sum(returned, length.overflow ? .max : length.partialValue)
    }

    private static func sum(_ start: Int64, _ length: Int64) -> Int64 {
      let (sum, overflow) = start.addingReportingOverflow(length)
      return overflow ? .max : sum
    }
  }
}
