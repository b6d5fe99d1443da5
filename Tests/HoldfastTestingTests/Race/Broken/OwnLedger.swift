import HoldfastTesting

/// A ledger that somebody wrote, as the statements that each call sends.
protocol OwnLedger: Sendable {
  /// The statements of a call in their order; the last one answers it.
  func statements(of call: RaceCall) -> [Statement]
  /// What runs beside the calls again and again; empty for nothing.
  var sweeper: [Statement] { get }
}

extension OwnLedger {
  var sweeper: [Statement] { [] }
}

/// One statement: what a client knows goes in and out.
typealias Statement = @Sendable (OwnDatabase, inout Variables) -> Progress

/// What a client remembers between its statements.
struct Variables {
  let call: RaceCall
  var available: Int64 = 0
  var held: Int64 = 0
  var row = 0
  var expired: [RaceKey] = []
}

enum Progress {
  case next
  /// Waits for a lock, and is sent again.
  case waits
  case answered(RaceAnswer)
}

extension RaceAnswer {
  static func done(_ amount: Int64) -> RaceAnswer { .applied(Effect(amount: amount)) }

  static func tooLittle(_ available: Int64, _ required: Int64) -> RaceAnswer {
    .refused(Refusal(code: "insufficient_balance", available: available, required: required))
  }

  static let closed = RaceAnswer.refused(Refusal(code: "reservation_closed"))
}

/// Statements that the ledgers share.
enum Statements {
  static let lock: Statement = { database, variables in
    database.lock(0, for: variables.call.id) ? .next : .waits
  }

  /// Ends the hold and charges, in one statement.
  static let end: Statement = { database, variables in
    let call = variables.call
    defer { database.unlock(call.id) }
    guard let subject = call.subject, let hold = database.holds.removeValue(forKey: subject)
    else { return .answered(.closed) }
    let charged = call.word == .settle ? min(call.amount, hold.amount) : 0
    database.held -= hold.amount
    database.posted -= charged
    database.entries.append(database.available)
    return .answered(.done(call.word == .settle ? charged : hold.amount))
  }

  static let select: Statement = { database, variables in
    variables.available = database.available
    variables.held = database.held
    return .next
  }

  /// Adds the hold to the balance, whatever that is.
  static let insert: Statement = { database, variables in
    let call = variables.call
    let life = Int64(call.expires ?? 1800) * 1_000_000
    database.holds[call.key] = OwnDatabase.Hold(
      amount: call.amount, expires: database.now + life)
    database.held += call.amount
    database.unlock(call.id)
    return .answered(.done(call.amount))
  }

  /// Refuses what was not there when it was selected.
  static let check: Statement = { database, variables in
    guard variables.available < variables.call.amount else { return .next }
    database.unlock(variables.call.id)
    return .answered(.tooLittle(variables.available, variables.call.amount))
  }

  /// Answers what the key did before.
  static let findKey: Statement = { database, variables in
    guard let amount = database.keys[variables.call.key] else { return .next }
    database.unlock(variables.call.id)
    return .answered(
      .applied(RaceAnswer.Effect(duplicate: true, amount: amount)))
  }

  static let keepKey: Statement = { database, variables in
    database.keys[variables.call.key] = variables.call.amount
    return .next
  }
}
