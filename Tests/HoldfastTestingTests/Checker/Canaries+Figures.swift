import HoldfastTesting

@testable import Holdfast

/// Broken figures, floors, holds and reservations. Versions are those of `RichLedger`'s script.
enum Canaries {
  static let conservation = [
    Canary("I1", "a stored posted figure is off by one", saying: "posted is stored as", alone: true)
    { $0.balance("ada") { $0.figures.posted += 1 } },
    Canary("I1", "a stored held figure is off by one", saying: "held is stored as") {
      $0.balance("cleo") { $0.figures.held += 1 }
    },
    Canary("I1", "a stored debt is off by one", saying: "debt is stored as", alone: true) {
      $0.balance("bob") { $0.figures.debt += 1 }
    },
    Canary("I1", "a stored scheduled figure is off", saying: "scheduled is stored as", alone: true)
    { $0.balance("ada") { $0.figures.scheduled -= 2 } },
    Canary("I1", "a stored overdraft limit is off", saying: "overdraft limit is", alone: true) {
      $0.balance("bob") { $0.figures.overdraftLimit += 1 }
    },
    Canary("I1", "the last row is lost", saying: "posted is stored as") {
      $0.balance("dora") {
        $0.rows.removeLast()
        $0.version -= 1
      }
    },
    Canary("I1", "the account that received a transfer is gone", saying: "never arrived") {
      $0.accounts.removeAll { $0.name == "bob" }
    },
    Canary("I1", "the account that sent a transfer is gone", saying: "came from nowhere") {
      $0.accounts.removeAll { $0.name == "ada" }
    },
    Canary("I1", "one less arrives than left", saying: "[21, 69] left and [20, 69] arrived") {
      $0.shift("bob", 1, by: Figures(posted: -1))
      $0.row("bob", 1) { row in
        row.lot = row.lot.map { LotRow(terms: $0.terms, opened: 20) }
      }
    },
  ]

  static let floor = [
    Canary("I2", "a debit was deeper than the overdraft of then", saying: "the floor is -50") {
      $0.shift("bob", 3, by: Figures(overdraftLimit: -250))
    },
    Canary("I2", "a hold that leaves the overdraft out reaches into it", saying: "the floor is 0") {
      $0.command("bob", 11) {
        $0.action = .reserve(Reserve(unit: "credits", amount: 70, floor: .balance))
      }
    },
    Canary("I2", "a debit of what is available made debt", saying: "the floor is 0", alone: true) {
      $0.command("bob", 4) {
        $0.action = .debit(Debit(unit: "credits", amount: 150, overage: .drawAvailable))
      }
    },
    Canary("I2", "a settlement drew the excess beyond the funds", saying: "the floor is 0") {
      $0.command("bob", 12) { command in
        guard case .settle(var settle) = command.action else { return }
        settle.overage = .drawAvailable
        command.action = .settle(settle)
      }
    },
    Canary("I2", "a debit moves the overdraft limit", saying: "overdraft limit by 1", alone: true) {
      $0.shift("bob", 4, by: Figures(overdraftLimit: 1))
      $0.shift("bob", 17, by: Figures(overdraftLimit: -1))
    },
  ]

  static let holds = [
    Canary("I3", "an open reservation holds one more", saying: "open reservations hold 26") {
      $0.balance("cleo") { $0.holds[16]?.remaining += 1 }
    },
    Canary("I3", "an open reservation is missing", saying: "not among the open") {
      $0.balance("cleo") { $0.holds[16] = nil }
    },
    Canary("I3", "a reservation is open that nobody opened", saying: "is not in the rows") {
      $0.balance("dora") { balance in balance.holds[9] = balance.rows[1].hold }
    },
    Canary("I3", "a debit moves what is held", saying: "open reservations hold", alone: true) {
      $0.shift("ada", 7, by: Figures(held: 1))
      $0.shift("ada", 14, by: Figures(held: -1))
    },
    Canary("I3", "the count of open reservations is off", saying: "counted as open", alone: true) {
      $0.account("cleo") { $0.openReservationCount += 1 }
    },
  ]

  static let reservation = [
    Canary(
      "I4", "a settlement forgets what it settled", saying: "settled from the hold is 19",
      alone: true
    ) { $0.row("ada", 13) { $0.hold?.settledFromHold = 19 } },
    Canary("I4", "a settlement forgets what it returned", saying: "returned is 44", alone: true) {
      $0.row("ada", 15) { $0.hold?.returned -= 1 }
    },
    Canary("I4", "a hold's remaining is off by one", saying: "remaining is 26") {
      $0.balance("cleo") { $0.holds[16]?.remaining += 1 }
    },
    Canary("I4", "an increase is not noted", saying: "increased is 0", alone: true) {
      $0.row("ada", 9) { $0.hold?.increased = 0 }
    },
    Canary("I4", "a report is noted lower", saying: "reported is 24", alone: true) {
      $0.row("ada", 12) { $0.hold?.reported = 24 }
    },
    Canary("I4", "a shortfall is silent", saying: "shortfall is 0", alone: true) {
      $0.row("dora", 3) { $0.hold?.shortfall = 0 }
    },
    Canary("I4", "a lapse gives back what it should charge", saying: "the lapse charges 68") {
      $0.command("ada", 41) {
        $0.action = .reserve(
          Reserve(
            unit: "credits", amount: 500, minimum: 1, floor: .balance, onLapse: .chargeAll))
      }
    },
    Canary("I4", "less is settled than the hold covers", saying: "the hold covers 45") {
      $0.command("ada", 13) { command in
        guard case .settle(var settle) = command.action else { return }
        settle.amount = 45
        command.action = .settle(settle)
      }
      $0.shift("ada", 13, by: Figures(posted: 20, held: 20))
    },
    Canary("I4", "a capped settlement drew an excess", saying: "settles 95, the hold covers 70") {
      $0.command("bob", 12) { command in
        guard case .settle(var settle) = command.action else { return }
        settle.overage = .capAtReserved
        command.action = .settle(settle)
      }
    },
    Canary("I4", "a row keeps no image of the reservation", saying: "does not say how it left") {
      $0.row("ada", 9) { $0.hold = nil }
    },

    Canary("I4", "an increase takes more than was held", saying: "-40 remain of reservation 8") {
      $0.shift("ada", 9, by: Figures(held: -110))
    },
    Canary("I4", "a row acts on no reservation", saying: "no reservation was opened by version 7") {
      $0.row("ada", 9) { $0.subject = 7 }
    },
    Canary("I4", "a reserve opens another's reservation", saying: "no reservation of its own") {
      $0.row("ada", 8) { $0.subject = 7 }
    },
    Canary("I4", "more is reported than was held", saying: "80 are reported after 0, of 70") {
      $0.command("ada", 12) { command in
        guard case .report(var report) = command.action else { return }
        report.used = 80
        command.action = .report(report)
      }
    },
  ]
}
