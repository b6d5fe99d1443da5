internal import Holdfast

/// Walks through the time of one balance and compares what was granted, refused and read with what
/// can have been so in any order of the calls that were on the way.
struct BalanceSweep {
  let stream: RaceStream
  let header: RaceHeader
  private(set) var findings: [RaceFinding] = []
  private var sums = [Int64](repeating: 0, count: BalancePoint.Bound.allCases.count)
  private var at = Int64.min
  private var isOversold = false
  /// The calls behind the latest use, for a finding.
  private(set) var recent: [RaceCall.ID] = []
  private var limits: ClosedRange<Int64>
  private let opening: Int64
  private var asked: [Asked] = []

  /// A refusal or a read on the way, with the bounds of what it can have met so far.
  private struct Asked {
    let call: RecordedCall
    var leastAvailable: Int64
    var leastPosted: Int64
    var mostPosted: Int64
  }

  private static let recentCount = 12

  init(_ stream: RaceStream, _ header: RaceHeader) {
    self.stream = stream
    self.header = header
    let unit = stream.unit ?? 0
    opening = header.openingAmount(account: stream.account, unit: unit)
    let limit = header.overdraftLimit(account: stream.account, unit: unit)
    limits = limit...limit
  }

  private func sum(_ bound: BalancePoint.Bound) -> Int64 { sums[Int(bound.rawValue)] }

  private var leastAvailable: Int64 {
    opening + limits.lowerBound + sum(.creditLow) - sum(.useHigh)
  }
  private var mostAvailable: Int64 {
    opening + limits.upperBound + sum(.creditHigh) - sum(.useLow)
  }
  private var leastPosted: Int64 { opening + sum(.creditLow) - sum(.chargeHigh) }
  private var mostPosted: Int64 { opening + sum(.creditHigh) - sum(.chargeLow) }

  mutating func take(_ point: BalancePoint) {
    if point.at > at { endInstant(before: point.at) }
    at = point.at
    switch point.bound {
    case .overdraftLow: limits = min(limits.lowerBound, point.change)...limits.upperBound
    case .overdraftHigh: limits = limits.lowerBound...max(limits.upperBound, point.change)
    default: sums[Int(point.bound.rawValue)] += point.change
    }
    if point.bound == .useLow, point.change > 0 {
      recent.append(point.call)
      if recent.count > 2 * BalanceSweep.recentCount {
        recent.removeFirst(BalanceSweep.recentCount)
      }
    }
  }

  /// A refusal or a read begins; its time must not be before that of the points taken.
  mutating func ask(_ call: RecordedCall) {
    if call.invoked > at { endInstant(before: call.invoked) }
    asked.append(
      Asked(
        call: call, leastAvailable: leastAvailable, leastPosted: leastPosted,
        mostPosted: mostPosted))
  }

  /// All that happened at an instant is known; the next is later.
  private mutating func endInstant(before next: Int64) {
    if mostAvailable < 0 {
      if !isOversold {
        add(
          .floor,
          """
          at \(at) µs at least \(sum(.useLow)) were held or charged at one time, and there were at \
          most \(opening + sum(.creditHigh)), overdraft \(limits.upperBound)
          """)
      }
      isOversold = true
    } else {
      isOversold = false
    }
    guard !asked.isEmpty else { return }
    for index in asked.indices {
      asked[index].leastAvailable = min(asked[index].leastAvailable, leastAvailable)
      asked[index].leastPosted = min(asked[index].leastPosted, leastPosted)
      asked[index].mostPosted = max(asked[index].mostPosted, mostPosted)
    }
    let ended = asked.filter { $0.call.returned < next }
    guard !ended.isEmpty else { return }
    asked.removeAll { $0.call.returned < next }
    for query in ended { judge(query) }
  }

  private mutating func judge(_ asked: Asked) {
    let call = asked.call
    if call.call.word == .balance {
      guard let posted = call.effect?.posted else { return }
      guard posted < asked.leastPosted || posted > asked.mostPosted else { return }
      add(
        .realTime,
        """
        a read tells posted \(posted), and it was \(asked.leastPosted) to \(asked.mostPosted) \
        meanwhile
        """, calls: [call])
      return
    }
    let required = call.refusal?.required ?? call.call.amount
    guard asked.leastAvailable >= required else { return }
    add(
      .realTime,
      """
      a \(call.call.word.rawValue) of \(required) was refused, and at least \
      \(asked.leastAvailable) were available all the while
      """, calls: [call])
  }

  /// Ends the sweep, and compares the final figures where they are known.
  mutating func finish(_ balance: RaceBalance?) {
    endInstant(before: .max)
    guard let balance else { return }
    let posted = balance.posted
    if posted < leastPosted || posted > mostPosted {
      let astray = posted > mostPosted ? posted - mostPosted : leastPosted - posted
      let repeated = posted > mostPosted ? sum(.repeatedUp) : sum(.repeatedDown)
      add(
        astray <= repeated ? .once : .conservation,
        """
        posted is \(posted) at the end, and what was acknowledged makes \
        \(text(leastPosted, mostPosted))\(astray <= repeated ? ": something was done again" : "")
        """)
    }
    guard let held = balance.held, held < sum(.heldLow) || held > sum(.heldHigh) else { return }
    let astray = held - sum(.heldHigh)
    let isRepeated = astray > 0 && astray <= sum(.repeatedHeld)
    add(
      isRepeated ? .once : .holds,
      """
      held is \(held) at the end, and the open reservations hold \
      \(text(sum(.heldLow), sum(.heldHigh)))\(isRepeated ? ": something was done again" : "")
      """)
  }

  private func text(_ least: Int64, _ most: Int64) -> String {
    least == most ? "\(least)" : "\(least) to \(most)"
  }

  private mutating func add(
    _ invariant: RaceInvariant, _ detail: String, calls: [RecordedCall] = []
  ) {
    var finding = RaceFinding(invariant, "\(header.name(of: stream)): \(detail)", calls: calls)
    finding.place = RaceFinding.Place(
      stream: stream, at: at == .min ? 0 : at, calls: Set(recent.suffix(BalanceSweep.recentCount)))
    findings.append(finding)
  }
}
