import HoldfastTesting

@testable import Holdfast

/// Broken keys, chains and causes.
extension Canaries {
  static let once = [
    Canary("I5", "a key had two effects", saying: "answers credit under key key-23 too") {
      contents in
      contents.balance("ada") { $0.rows[37].cause = $0.rows[28].cause }
    },
    Canary("I5", "a key is not kept", saying: "kept to answer from nothing", alone: true) {
      $0.account("ada") { $0.keys[KeyIdentity(command: .debit, key: "key-7")] = nil }
    },
    Canary("I5", "a key is kept for another row", saying: "from version 8", alone: true) {
      $0.account("ada") { account in
        account.keys[KeyIdentity(command: .debit, key: "key-7")] =
          account.keys[KeyIdentity(command: .reserve, key: "key-8")]
      }
    },
    Canary("I5", "a key is kept that had no effect", saying: "is not in the rows", alone: true) {
      $0.account("ada") { account in
        account.keys[KeyIdentity(command: .debit, key: "key-0")] =
          account.keys[KeyIdentity(command: .debit, key: "key-7")]
      }
    },
    Canary("I5", "no row answers a command", saying: "has no row that answers it") {
      $0.row("ada", 7) { $0.isAnswer = false }
    },
    Canary("I5", "an answer has another balance", saying: "answers a balance of", alone: true) {
      $0.row("ada", 15) { $0.remark = .balanceAfter($0.after.posted) }
    },
    Canary("I5", "an answer hides what lapsed", saying: "answers 0 lapsed, of 12", alone: true) {
      $0.row("ada", 17) { row in
        guard case .reversal(_, _, let after) = row.remark else { return }
        row.remark = .reversal(lapsed: 0, unrecoverable: 0, balanceAfter: after)
      }
    },
    Canary("I5", "an answer invents what is lost", saying: "answers 1 unrecoverable", alone: true) {
      $0.row("ada", 39) { row in
        guard case .reversal(_, _, let after) = row.remark else { return }
        row.remark = .reversal(lapsed: 0, unrecoverable: 1, balanceAfter: after)
      }
    },
    Canary("I5", "two rows of a key have other input", saying: "with other input", alone: true) {
      $0.command("ada", 16) { command in
        guard case .settle(var settle) = command.action else { return }
        settle.amount = 6
        command.action = .settle(settle)
      }
    },
    Canary("I5", "an effect is kept under another key", saying: "it is kept under other") {
      $0.command("cleo", 1, key: "other") { _ in }
    },
    Canary("I5", "a usage answer charges less", saying: "does not carry its answer", alone: true) {
      $0.row(of: "video", 1) { row in
        guard case .usage(var answer) = row.remark else { return }
        answer.chargedUnits = 0
        row.remark = .usage(answer)
      }
    },
    Canary("I5", "a row is of another account's command", saying: "worked on another account") {
      $0.command("ada", 1) { $0.account = "bob" }
    },

    Canary("I5", "an account has another name", saying: "its command names account dora") {
      $0.account("dora") { $0.name = "dorothy" }
    },
    Canary("I5", "a transfer arrived twice", saying: "version 1 brought the same transfer") {
      $0.row("bob", 2) { $0 = $0.with(event: .transferIn) }
    },
  ]

  static let chain = [
    Canary("I6", "a row is lost in the middle", saying: "stands where version 17 belongs") {
      $0.balance("ada") { _ = $0.rows.remove(at: 16) }
    },
    Canary("I6", "a row is there twice", saying: "stands where version 18 belongs") {
      $0.balance("ada") { balance in balance.rows.insert(balance.rows[16], at: 16) }
    },
    Canary("I6", "two rows changed places", saying: "stands where version 10 belongs") {
      $0.balance("ada") { $0.rows.swapAt(9, 10) }
    },
    Canary("I6", "an after-image is off by one", saying: "posted after it is", alone: true) {
      $0.row("ada", 10) { row in row = row.with(after: row.after + Figures(posted: 1)) }
    },
    Canary("I6", "a delta is off by one", saying: "posted after it is") {
      $0.row("ada", 7) { row in row = row.with(delta: row.delta + Figures(posted: 1)) }
    },
    Canary("I6", "a stored version is off", saying: "there are 46 rows", alone: true) {
      $0.balance("ada") { $0.version += 1 }
    },
    Canary("I6", "a usage row is lost in the middle", saying: "item image, version 3") {
      $0.meter("image") { _ = $0.rows.remove(at: 1) }
    },
    Canary("I6", "a balance is stored twice", saying: "stored twice") {
      $0.account("dora") { account in account.balances.append(account.balances[0]) }
    },

    Canary("I6", "a meter is stored twice", saying: "item page: it is stored twice") {
      $0.account("cleo") { account in account.meters += account.meters.filter { $0.item == "page" }
      }
    },
  ]

  static let replay = [
    Canary("I13", "a row names no rules", saying: "decided by rules 0", alone: true) {
      $0.row("ada", 7) { $0.rules = 0 }
    },
    Canary("I13", "a row names rules of the future", saying: "decided by rules 2", alone: true) {
      $0.row("ada", 7) { $0.rules = 2 }
    },
    Canary("I13", "a row lost its command", saying: "no command caused it") {
      $0.row("ada", 7) { $0.cause = nil }
    },
    Canary("I13", "a command asked for more", saying: "asks for 21", alone: true) {
      $0.command("ada", 7) { $0.action = .debit(Debit(unit: "credits", amount: 21)) }
    },
    Canary("I13", "a command asked for another unit", saying: "names unit tokens", alone: true) {
      $0.command("ada", 7) { $0.action = .debit(Debit(unit: "tokens", amount: 20)) }
    },
    Canary("I13", "a command named another reservation", saying: "another position", alone: true) {
      $0.command("ada", 9) {
        $0.action = .increase(Increase(reservation: .id(ReservationID("res_none")), amount: 10))
      }
    },
    Canary("I13", "a credit had other terms", saying: "other terms than its command", alone: true) {
      $0.command("ada", 1) { $0.action = .credit(Credit(unit: "credits", amount: 100)) }
    },
    Canary("I13", "a command causes a row it cannot", saying: "a debit causes no such row") {
      $0.row("ada", 7) { $0 = $0.with(event: .usageCharge) }
    },
    Canary("I13", "a usage row names no definition", saying: "no revision 0", alone: true) {
      $0.row(of: "image", 1) { $0.revision = .none }
    },
    Canary("I13", "a group is not kept", saying: "is not kept", alone: true) {
      $0.groups?.removeAll()
    },
    Canary("I13", "a group is kept as another", saying: "another fingerprint", alone: true) {
      $0.groups = $0.groups?.mapValues { _ in Digest(first: 1, second: 2) }
    },
    Canary("I13", "a table disagrees with another", saying: "lot 1 has other terms", alone: true) {
      $0.account("ada") { $0.disagreements = ["unit credits: lot 1 has other terms"] }
    },
    Canary("I13", "a member is of another group", saying: "has another fingerprint", alone: true) {
      $0.member("dora", 1) {
        GroupMembership(
          key: $0.key, fingerprint: Digest(first: 1, second: 2), index: $0.index, count: $0.count)
      }
    },
    Canary("I13", "a member is not what its group covers", saying: "its fingerprint covers") {
      $0.command("dora", 1) {
        $0.action = .credit(
          Credit(unit: "credits", amount: 30, details: Details(description: "other")))
      }
    },
    Canary("I13", "a member stands at another instant", saying: "its group, account") {
      $0.row("dora", 1) { $0.move(bySeconds: -1) }
    },
    Canary("I13", "a member is there twice", saying: "member 2 of group team-1 is there twice") {
      $0.member("dora", 1, key: "team-1#2") {
        GroupMembership(key: $0.key, fingerprint: $0.fingerprint, index: 2, count: $0.count)
      }
    },

    Canary("I13", "a member is beyond its group", saying: "it is member 5 of 3") {
      $0.member("dora", 1) {
        GroupMembership(key: $0.key, fingerprint: $0.fingerprint, index: 5, count: $0.count)
      }
    },
    Canary("I13", "a command is of another tenant", saying: "its command is of tenant globex") {
      $0.command("ada", 7) { $0.tenant = "globex" }
    },
    Canary("I13", "a command has no key", saying: "its command has no key", alone: true) {
      $0.command("ada", 7) { $0.key = nil }
    },
    Canary(
      "I13", "a command named another key", saying: "the reservation under key no", alone: true
    ) {
      $0.command("ada", 9) {
        $0.action = .increase(Increase(reservation: .key("no"), amount: 10))
      }
    },
    Canary("I13", "a transfer arrived elsewhere", saying: "it arrived elsewhere", alone: true) {
      $0.row("ada", 40) { row in
        row.counterpart = row.counterpart.position.map { .at($0.at(5)) } ?? .none
      }
    },
    Canary("I13", "an arrival names no source", saying: "where it came from") {
      $0.row("bob", 1) { $0.counterpart = .none }
    },
    Canary("I13", "a usage command asked for more", saying: "its command asks for 7", alone: true) {
      $0.command(of: "image", 1) {
        $0.action = .recordUsage(RecordUsage(item: "image", amount: 7))
      }
    },
    Canary("I13", "a reservation counts other usage", saying: "its command asks for []") {
      $0.command(of: "agent", 1) { $0.action = .reserve(Reserve(unit: "credits", amount: 30)) }
    },
    Canary("I13", "a charge names no definition", saying: "names no revision", alone: true) {
      $0.row("cleo", 2) { $0.revision = .none }
    },
  ]
}
