internal import HoldfastPostgres

/// Taking hold of rows.
extension SimulatedDatabase {
  static let lockingNames: Set<String> = ["lock_streams", "free_streams", "raise_revision"]

  /// `nil` for other statements.
  mutating func lock(
    _ name: String, _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress? {
    switch name {
    case "lock_streams": lockStreams(&run, id)
    case "free_streams": .done(Rows(fields: freeStreams(run.arguments, id)))
    case "raise_revision": raiseRevision(id)
    default: nil
    }
  }

  /// Which rows there are is settled when the statement begins. One that another transaction changed
  /// meanwhile is answered as it is then; one that another made meanwhile is not seen.
  private mutating func lockStreams(_ run: inout StatementRun, _ id: TransactionID) -> Progress {
    let candidates =
      run.candidates
      ?? owners(run.arguments).sorted().flatMap { keys(.stream, of: $0, for: id) }
    run.candidates = candidates
    while run.cursor < candidates.count {
      let key = candidates[run.cursor]
      if let holder = claim(.row(.stream, key), for: id) { return .waits(for: holder) }
      if let row = row(.stream, key, for: id) { run.answer.append(row) }
      run.cursor += 1
    }
    return .done(Rows(fields: run.answer))
  }

  private mutating func freeStreams(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    var answer: [[Field]] = []
    for owner in owners(arguments).sorted() {
      for key in keys(.stream, of: owner, for: id)
      where claim(.row(.stream, key), for: id) == nil {
        if let row = row(.stream, key, for: id) { answer.append([row[0]]) }
      }
    }
    return answer
  }

  private mutating func raiseRevision(_ id: TransactionID) -> Progress {
    let key = SimulatedDatabase.revisionKey
    if let holder = claim(.row(.definitionRevision, key), for: id) { return .waits(for: holder) }
    let present = row(.definitionRevision, key, for: id)?[0] ?? []
    put([[UInt8](present.number(Int64.self) + 1)], .definitionRevision, key, by: id)
    return .done(Rows(fields: [], commandTag: "UPDATE 1"))
  }
}
