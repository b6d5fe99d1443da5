import HoldfastTesting

/// Locks the balance, gives back what expired, then looks at key and figures.
struct SoundLedger: OwnLedger {
  private static let expire: Statement = { database, _ in
    for (key, hold) in database.holds where hold.expires <= database.now {
      database.holds[key] = nil
      database.held -= hold.amount
    }
    return .next
  }

  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve:
      [
        Statements.lock, SoundLedger.expire, Statements.findKey, Statements.select,
        Statements.check, Statements.keepKey, Statements.insert,
      ]
    default: [Statements.lock, SoundLedger.expire, Statements.end]
    }
  }
}

/// SELECT, then UPDATE with what was selected.
struct NaiveLedger: OwnLedger {
  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve:
      [
        Statements.select, Statements.check,
        { database, variables in
          let call = variables.call
          database.holds[call.key] = OwnDatabase.Hold(amount: call.amount, expires: .max)
          database.held = variables.held + call.amount
          return .answered(.done(call.amount))
        },
      ]
    default: [Statements.end]
    }
  }
}

/// Locks the newest row of the ledger. Who waited goes on with the row that was newest before.
struct NewestRowLedger: OwnLedger {
  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve:
      [
        { database, variables in
          variables.row = database.entries.count - 1
          return .next
        },
        { database, variables in
          guard database.lock(variables.row, for: variables.call.id) else { return .waits }
          variables.available = database.entries[variables.row]
          return .next
        },
        Statements.check,
        { database, variables in
          database.entries.append(variables.available - variables.call.amount)
          return .next
        },
        Statements.insert,
      ]
    default: [Statements.end]
    }
  }
}

/// Looks at the figures, then locks the balance.
struct CheckOutsideLedger: OwnLedger {
  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve: [Statements.select, Statements.check, Statements.lock, Statements.insert]
    default: [Statements.lock, Statements.end]
    }
  }
}

/// Does what is asked for, each time under the lock, and looks at the key in a transaction before.
struct KeyBeforeLedger: OwnLedger {
  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve:
      [
        Statements.findKey, Statements.lock, Statements.select, Statements.check,
        { database, variables in
          // Two transactions come here under one key.
          database.keys[variables.call.key] = variables.call.amount
          let call = variables.call
          database.holds[call.key, default: OwnDatabase.Hold(amount: 0, expires: .max)].amount =
            call.amount
          database.held += call.amount
          database.unlock(call.id)
          return .answered(.done(call.amount))
        },
      ]
    default: [Statements.lock, Statements.end]
    }
  }
}

/// Gives back what expired on two ways, by a sweeper and by the next reserve, each of which looks
/// first and takes back later.
struct ExpiryTwiceLedger: OwnLedger {
  private static let find: Statement = { database, variables in
    variables.expired = database.holds.filter { $0.value.expires <= database.now }.map(\.key)
      .sorted()
    variables.held = variables.expired.reduce(0) { $0 + (database.holds[$1]?.amount ?? 0) }
    return .next
  }

  /// What was found is subtracted, whoever removed it meanwhile.
  private static let giveBack: Statement = { database, variables in
    database.held -= variables.held
    for key in variables.expired { database.holds[key] = nil }
    return .next
  }

  func statements(of call: RaceCall) -> [Statement] {
    switch call.word {
    case .reserve:
      [
        ExpiryTwiceLedger.find, Statements.lock, ExpiryTwiceLedger.giveBack, Statements.select,
        Statements.check, Statements.insert,
      ]
    default: [Statements.lock, Statements.end]
    }
  }

  var sweeper: [Statement] {
    [
      ExpiryTwiceLedger.find, ExpiryTwiceLedger.giveBack, { _, _ in .answered(.done(0)) },
    ]
  }
}
