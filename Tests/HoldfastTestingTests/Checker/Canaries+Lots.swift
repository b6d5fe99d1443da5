import HoldfastTesting

@testable import Holdfast

/// Broken lots and broken time.
extension Canaries {
  static let lots = [
    Canary("I7", "two lots burnt in the wrong order", saying: "the burn order is", alone: true) {
      $0.row("bob", 4) { $0.draws.swapAt(0, 1) }
    },
    Canary("I7", "an expired lot still burnt", saying: "it draws [31 of lot 2") {
      $0.row("ada", 46) { $0.draws[0].lot = 2 }
    },
    Canary("I7", "lots were pinned in the wrong order", saying: "the burn order is") {
      $0.row("ada", 8) { row in
        row.draws.swapAt(0, 1)
        row.hold?.pins.swapAt(0, 1)
      }
    },
    Canary("I7", "a settlement did not burn its pins", saying: "the burn order is [20 of lot 2]") {
      $0.row("ada", 13) { $0.draws[0].lot = 1 }
    },
    Canary("I7", "a stored lot has more pinned than remaining", saying: "pinned of", alone: true) {
      $0.balance("cleo") { $0.lots[1]?.pinned = 1000 }
    },
    Canary(
      "I7", "a stored lot has one more pinned", saying: "26 pinned, its rows make 25",
      alone: true
    ) { $0.balance("cleo") { $0.lots[1]?.pinned += 1 } },
    Canary(
      "I7", "a stored lot has one less remaining", saying: "lot 45 was granted 60",
      alone: true
    ) { $0.balance("ada") { $0.lots[45]?.remaining -= 1 } },
    Canary("I7", "a stored lot is missing", saying: "lot 2 is missing", alone: true) {
      $0.balance("ada") { $0.lots[2] = nil }
    },
    Canary("I7", "a stored lot was never opened", saying: "lot 99 is not in the rows", alone: true)
    { $0.balance("ada") { balance in balance.lots[99] = balance.lots[2] } },
    Canary(
      "I7", "a stored lot forgot that it was voided", saying: "lot 29 has other terms",
      alone: true
    ) { $0.balance("ada") { $0.lots[29]?.isVoided = false } },
    Canary("I7", "a stored lot has another priority", saying: "lot 45 has other terms", alone: true)
    { $0.balance("ada") { $0.lots[45]?.terms.priority += 1 } },
    Canary("I7", "debt stands while a lot has credit", saying: "it repays debt from []") {
      $0.row("bob", 5) { $0.draws = [] }
      $0.shift("bob", 5, by: Figures(debt: 40))
    },
    Canary(
      "I7", "debt was repaid from the wrong lot", saying: "it repays debt from [20 of lot 7]",
      alone: true
    ) { $0.row("bob", 9) { $0.draws[0].lot = 7 } },
    Canary("I7", "what came back to an expired lot did not lapse", saying: "did not lapse") {
      $0.row("ada", 16) { $0.subject = 1 }
    },
    Canary("I7", "what came back to a voided lot did not lapse", saying: "did not lapse") {
      $0.row("ada", 36) { $0 = $0.with(event: .expiry) }
    },
    Canary("I7", "the last lapse is lost", saying: "never lapsed") {
      $0.balance("bob") { balance in
        balance.rows.removeLast(2)
        balance.version -= 2
      }
    },
    Canary("I7", "a row makes debt without a draw", saying: "lots and draws make", alone: true) {
      $0.shift("bob", 17, by: Figures(posted: -1, debt: 1))
    },
    Canary("I7", "an expiry takes one less than is left", saying: "unpinned are 30") {
      $0.shift("ada", 43, by: Figures(posted: 1))
    },
    Canary("I7", "a void takes one more than is left", saying: "unpinned are 0") {
      $0.shift("ada", 32, by: Figures(posted: -1))
    },
    Canary("I7", "a reversal gives back more than is left", saying: "left are 20") {
      $0.shift("ada", 19, by: Figures(posted: 1))
    },
    Canary("I7", "a reversal gives back to the wrong lot", saying: "the burn order is", alone: true)
    { $0.row("cleo", 3) { $0.draws[0].lot = 7 } },
    Canary("I7", "a reversed credit took what is spent", saying: "it takes 6 of 5") {
      $0.shift("ada", 39, by: Figures(posted: -1))
    },
    Canary("I7", "a transferred lot got other terms", saying: "pieces have other terms") {
      $0.row("bob", 1) { row in
        guard let lot = row.lot else { return }
        var terms = lot.terms
        terms.priority += 1
        row.lot = LotRow(terms: terms, opened: lot.opened)
      }
    },
    Canary("I7", "a transfer opened no lot for a piece", saying: "of the transfer before it have") {
      $0.row("bob", 2) { $0 = $0.with(event: .credit) }
    },
    Canary("I7", "what was reversed is kept wrong", saying: "kept as reversed", alone: true) {
      $0.balance("ada") { $0.reversed?[13]? += 1 }
    },
    Canary("I7", "what was repaid is kept wrong", saying: "repayments are", alone: true) {
      $0.balance("bob") { $0.repayments?.append(Draw(lot: 1, amount: 1)) }
    },
    Canary("I7", "a reservation keeps other pins", saying: "pins are", alone: true) {
      $0.balance("cleo") { $0.holds[16]?.pins[0].amount -= 1 }
    },

    Canary("I7", "more is pinned than held", saying: "60 are pinned and 50 held") {
      $0.shift("ada", 8, by: Figures(held: -10))
    },
    Canary("I7", "a hold moves what is posted", saying: "a hold moves 1 posted") {
      $0.shift("ada", 8, by: Figures(posted: 1))
    },
    Canary("I7", "a lapse moves more than what lapses", saying: "it moves more than what lapses") {
      $0.shift("ada", 16, by: Figures(scheduled: 1))
    },
    Canary("I7", "an expiry names no lot", saying: "no lot was opened by version 7") {
      $0.row("ada", 43) { $0.subject = 7 }
    },
    Canary("I7", "a void names no lot", saying: "no lot was opened by version 7") {
      $0.row("ada", 32) { $0.subject = 7 }
    },
    Canary("I7", "an update has no terms", saying: "it changes no lot, or has no terms") {
      $0.row("ada", 33) { $0.lot = nil }
    },
    Canary("I7", "an update of a priority lapses credit", saying: "nothing lapses") {
      $0.shift("ada", 33, by: Figures(posted: -1))
    },
    Canary("I7", "a credit opened no lot", saying: "it opens a lot without terms") {
      $0.row("ada", 38) { $0.lot = nil }
    },
    Canary("I7", "a reversed credit opened no lot", saying: "no lot was opened by version 38") {
      $0.row("ada", 38) { $0.lot = nil }
    },
    Canary("I7", "a transfer opened lots for more", saying: "1 more than the transfer brought") {
      $0.row("bob", 9) { row in
        row.lot = row.lot.map { LotRow(terms: $0.terms, opened: $0.opened + 1) }
      }
    },
    Canary("I7", "an activation names no scheduled credit", saying: "no scheduled credit was") {
      $0.row("ada", 14) { $0.subject = 3 }
    },
    Canary("I7", "an activation has other terms", saying: "its terms are not those", alone: true) {
      $0.row("ada", 14) { row in
        guard let lot = row.lot else { return }
        var terms = lot.terms
        terms.priority += 1
        row.lot = LotRow(terms: terms)
      }
    },
  ]

  static let time = [
    Canary("I8", "an instant goes backwards", saying: "the row before at") {
      $0.row("ada", 20) { $0.move(bySeconds: -3) }
    },
    Canary("I8", "a lot lapsed a second late", saying: "the expiry of version 3") {
      $0.row("ada", 43) { $0.move(bySeconds: 1) }
    },
    Canary("I8", "a lot lapsed early", saying: "the expiry of version 3") {
      $0.row("ada", 43) { $0.move(bySeconds: -1) }
    },
    Canary("I8", "a reservation lapsed without its grace", saying: "the lapse of version 24") {
      $0.row("ada", 27) { $0.move(bySeconds: -30) }
    },
    Canary("I8", "scheduled credit started late", saying: "the activation of version 4") {
      $0.row("ada", 14) { $0.move(bySeconds: 1) }
    },
    Canary("I8", "a lapse is missing", saying: "the lapse of version 16, due at") {
      $0.row("cleo", 18) { $0.move(bySeconds: 86_400) }
      $0.row("cleo", 19) { $0.move(bySeconds: 86_400) }
    },
    Canary("I8", "what was due at the end is missing", saying: "is not written") {
      $0.balance("ada") { balance in
        balance.rows.removeLast(5)
        balance.version -= 5
      }
    },
    Canary("I8", "an account's clock is off", saying: "its clock is at", alone: true) {
      $0.account("dora") { $0.lastInstant = $0.lastInstant?.advanced(byMicroseconds: 1) }
    },
    Canary("I8", "a command was due before", saying: "and was due at", alone: true) {
      $0.row("ada", 7) { $0.dueAt = $0.instant.advanced(byMicroseconds: -1) }
    },
    Canary("I8", "an extension is not what was asked for", saying: "expiry is", alone: true) {
      $0.row("ada", 10) { $0.hold?.expiresAt = $0.instant }
    },
    Canary("I8", "a stored expiry is off", saying: "expiry is", alone: true) {
      $0.balance("cleo") { $0.holds[16]?.expiresAt = SimulatedClock.start }
    },
    Canary("I8", "what time did stands under another instant", saying: "comes first") { contents in
      contents.row("ada", 25) { $0.subject = 23 }
    },

    Canary(
      "I8", "a hold grew after its expiry", saying: "it stands at 1767225600000000, the expiry"
    ) {
      $0.command("ada", 8) {
        $0.action = .reserve(
          Reserve(
            unit: "credits", amount: 60, expiresInSeconds: 0, graceSeconds: 600,
            onLapse: .chargeReported))
      }
    },
    Canary("I8", "something lapsed where nothing was due", saying: "nothing was due") {
      $0.row("dora", 2) {
        $0 = $0.with(event: .lapse)
        $0.cause = nil
      }
    },
    Canary("I8", "a transfer arrived before it left", saying: "it left at") {
      $0.row("bob", 1) { $0.move(bySeconds: -1) }
    },
    Canary("I8", "an instant of usage goes backwards", saying: "item image, version 2") {
      $0.row(of: "image", 2) { $0.move(bySeconds: -1) }
    },
  ]
}
