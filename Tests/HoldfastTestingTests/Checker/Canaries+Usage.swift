import HoldfastTesting

@testable import Holdfast

/// Broken counters, and rows of reservations that were closed.
extension Canaries {
  static let usage = [
    Canary("I9", "a counter is off by one", saying: "a counter has 48 of 1000", alone: true) {
      $0.meter("image") { $0.counters[0].used += 1 }
    },
    Canary("I9", "a counter of what is spent is off", saying: "a counter has 26", alone: true) {
      $0.meter("agent") { $0.counters[1].used += 1 }
    },
    Canary("I9", "a counter has another window", saying: "a window that its limit", alone: true) {
      $0.meter("agent") { meter in
        meter.counters[1].start = meter.counters[1].start?.advanced(bySeconds: 3600)
      }
    },
    Canary("I9", "a record forgot its reversal", saying: "reversed of record 1 is 0", alone: true) {
      $0.meter("image") { $0.records[1]?.reversed = 0 }
    },
    Canary("I9", "a record spent more", saying: "spent of record 6 is 26", alone: true) {
      $0.meter("agent") { $0.records[6]?.spent += 1 }
    },
    Canary("I9", "a record is missing", saying: "record 2 is missing", alone: true) {
      $0.meter("image") { $0.records[2] = nil }
    },
    Canary("I9", "the use of all time is off", saying: "stored as used", alone: true) {
      $0.meter("image") { $0.lifetime += 1 }
    },
    Canary("I9", "a row sums wrong", saying: "are used after it", alone: true) {
      $0.row(of: "page", 2) { row in row.usage = row.usage?.with(lifetimeAfter: 13) }
    },
    Canary(
      "I9", "a blocking limit was passed", saying: "9 are used with it, the limit is 8",
      alone: true
    ) {
      $0.definitions["image"]?[0].limits[0].maximum = 8
    },
    Canary("I9", "a cap was passed", saying: "the cap is 4", alone: true) {
      $0.definitions["video"]?[0].overage = .charge(
        UsagePrice(unit: "credits", amount: 5, per: 2, cap: 4))
    },
    Canary(
      "I9", "a limit on what is spent was passed", saying: "are spent with item agent",
      alone: true
    ) {
      $0.definitions["agent"]?[0].limits[1].maximum = 50
    },
    Canary(
      "I9", "an increase passed a limit on what is spent", saying: "25 are spent with item agent"
    ) { $0.definitions["agent"]?[0].limits[1].maximum = 22 },
    Canary("I9", "overflow was charged too little", saying: "the price makes 13") {
      $0.row(of: "video", 1) { row in row.usage = row.usage?.with(charged: 12) }
    },
    Canary("I9", "more was taken back than counted", saying: "were taken back of 6") {
      $0.row(of: "image", 3) { row in row.usage = row.usage?.with(delta: -7) }
    },
    Canary("I9", "a released reservation kept its usage", saying: "nothing of reservation 13") {
      $0.meter("video") { meter in
        meter.rows.removeLast(2)
        meter.version -= 2
      }
    },
    Canary("I9", "a charge is another record's", saying: "another record's", alone: true) {
      $0.row("cleo", 2) { row in row.counterpart = .none }
    },
    Canary("I9", "less came back than the price says", saying: "come back of its charge") {
      $0.shift("cleo", 3, by: Figures(posted: -1))
    },
    Canary("I9", "a reservation counts what is not there", saying: "counted with it is missing") {
      $0.account("cleo") { $0.meters.removeAll { $0.item == "agent" } }
    },

    Canary("I9", "a usage row counts nothing", saying: "does not say what it counts") {
      $0.row(of: "image", 2) { $0.usage = nil }
    },
    Canary("I9", "a usage row moves a balance", saying: "it moves a balance", alone: true) {
      $0.row(of: "image", 2) { row in row = row.with(after: Figures(posted: 1)) }
    },
    Canary("I9", "what was charged names no charge", saying: "and names no charge") {
      $0.row(of: "video", 1) { $0.counterpart = .none }
    },
    Canary("I9", "a charge is not there", saying: "its charge is not there") {
      $0.row(of: "video", 1) { row in
        row.counterpart = row.counterpart.position.map { .at($0.at(99)) } ?? .none
      }
    },
    Canary("I9", "what is taken back was not counted", saying: "version 9 counted nothing") {
      $0.row(of: "image", 3) { $0.subject = 9 }
    },
    Canary("I9", "a record names no reservation", saying: "a reservation that is not there") {
      $0.row(of: "agent", 6) { row in
        row.usage = row.usage.map { usage in
          UsageRow(
            delta: usage.delta, lifetimeAfter: usage.lifetimeAfter, hold: usage.hold?.at(99),
            overflow: usage.overflow, charged: usage.charged)
        }
      }
    },
    Canary("I9", "a reservation does not count its record", saying: "does not count it") {
      $0.row(of: "agent", 6) { row in
        row.usage = row.usage.map { usage in
          UsageRow(
            delta: usage.delta, lifetimeAfter: usage.lifetimeAfter, hold: usage.hold?.at(18),
            overflow: usage.overflow, charged: usage.charged)
        }
      }
    },
    Canary("I9", "counters are of no revision", saying: "for no revision", alone: true) {
      $0.meter("image") { $0.revision = nil }
    },
    Canary("I9", "counters are of a revision to come", saying: "which is not there", alone: true) {
      $0.meter("image") { $0.revision = Revision(definition: 9, override: 0) }
    },
    Canary("I9", "counters are of other limits", saying: "for other limits", alone: true) {
      $0.meter("image") { $0.revision = Revision(definition: 1, override: 0) }
    },
    Canary(
      "I9", "a counter stayed in an old window", saying: "later something was counted",
      alone: true
    ) {
      $0.meter("agent") { meter in
        meter.counters[1].start = meter.counters[1].start?.advanced(bySeconds: -86_400)
        meter.counters[1].end = meter.counters[1].end?.advanced(bySeconds: -86_400)
      }
    },
    Canary("I9", "a limit has no window", saying: "the window of a limit cannot be told") {
      $0.definitions["image"]?[0].limits[0].window = .fixed(
        anchor: SimulatedClock.start, seconds: 0)
    },
  ]

  static let closed = [
    Canary("I10", "a row acts on a closed reservation", saying: "was closed by version 15") {
      $0.row("ada", 22) { $0.subject = 8 }
    },
    Canary(
      "I10", "a late settlement changed its reservation", saying: "of reservation 24 settled",
      alone: true
    ) { $0.row("ada", 28) { $0.hold?.settled += 4 } },
    Canary("I10", "a settlement is late before the lapse", saying: "did not lapse before it") {
      $0.row("ada", 13) { $0.settlement = .late }
    },
    Canary("I10", "a closing row has another status", saying: "status is released", alone: true) {
      $0.row("ada", 15) { $0.hold?.status = .released }
    },
    Canary("I10", "a closed reservation is among the open", saying: "version 15 closed it") {
      $0.balance("ada") { balance in balance.holds[8] = balance.rows[14].hold }
    },
    Canary(
      "I10", "another row is kept as the closing one", saying: "is kept as closed by 14",
      alone: true
    ) { $0.balance("ada") { $0.closedHolds?[8] = 14 } },
    Canary(
      "I10", "a reservation got another grace floor", saying: "those it was opened with",
      alone: true
    ) {
      $0.row("ada", 9) { row in
        guard let hold = row.hold else { return }
        row.hold = Hold(
          version: hold.version, initial: hold.initial, increased: hold.increased,
          remaining: hold.remaining, expiresAt: hold.expiresAt,
          graceMicroseconds: hold.graceMicroseconds, floor: .balance, onLapse: hold.onLapse,
          pins: hold.pins, counts: hold.counts)
      }
    },
  ]

  static let all =
    conservation + floor + holds + reservation + once + chain + lots + time + usage + closed
    + replay
}
