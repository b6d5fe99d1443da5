internal import Holdfast

/// One transaction: what it loads, what it decides, what it writes.
///
/// It does no IO. It gives statements to send in one go, takes their replies and says what comes next,
/// so that the same code runs on a lane, in a transaction of the caller's own, and in a simulation.
package struct Batch {
  package enum Step {
    /// To be sent together; with `commits` the last of them is the COMMIT.
    case send([Statement], commits: Bool)
    /// Decided and, where something was to be written, committed; a result for each piece of work.
    case finished([WorkResult])
  }

  /// Who begins and ends the transaction.
  package enum Purpose: Sendable {
    case write
    /// The same, and it waits for its rows even where many do.
    case writeInLine
    /// Nothing is written: what would be the results now?
    case preview
    /// The transaction is the caller's, and so is the decision to commit.
    case writeInCallersTransaction

    /// Whether the transaction is its own, and what it writes is committed.
    var commits: Bool { self == .write || self == .writeInLine }
  }

  let work: [Work]
  let context: StoreContext
  let purpose: Purpose
  /// In whose rows it adds to the stored sums.
  let writer: Int64
  var loader: Loader
  private var results: [WorkResult] = []
  private var phase = Phase.loading
  /// What the batch wrote, for the caches; valid once it is committed.
  private(set) var opened: [(AccountID, AccountAddress)] = []

  /// `loading` becomes `committing` or `finished`, `committing` becomes `finished`.
  private enum Phase {
    case loading
    case committing
    case finished
  }

  package init(
    _ work: [Work], _ context: StoreContext, purpose: Purpose = .write,
    writer: Int64 = RollupWriter.lane()
  ) {
    self.work = work
    self.context = context
    self.purpose = purpose
    self.writer = writer
    loader = Loader(
      Footprint(work, hashKey: context.hashKey), context,
      access: purpose == .preview ? .snapshot : .locked)
  }

  package mutating func begin() -> [Statement] {
    switch purpose {
    case .write:
      loader.begin([
        Statement(TransactionQueries.begin), Statement(TransactionQueries.planBriefly),
      ])
    case .writeInLine:
      loader.begin([
        Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex),
      ])
    case .preview:
      loader.begin([
        Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
      ])
    case .writeInCallersTransaction: loader.begin([])
    }
  }

  /// Takes the replies to the statements that were given last, in their order.
  ///
  /// - Parameter sendAhead: where it is worth it, gets statements that can be on their way while the rest
  ///   is decided. They belong before those of the step, and so do their replies.
  package mutating func take(
    _ replies: [Rows], sendAhead: (([Statement]) -> Void)? = nil
  ) throws(BatchFailure) -> Step {
    switch phase {
    case .loading:
      try loader.take(replies)
      let more = loader.more()
      guard more.isEmpty else { return .send(more, commits: false) }
      return decide(sendAhead)
    case .committing:
      phase = .finished
      // What a transaction of the caller's sees may be its own, and may never be committed.
      if purpose != .writeInCallersTransaction {
        context.names.add(loader.named + opened, at: loader.revision)
      }
      return .finished(results)
    case .finished: preconditionFailure("a finished batch takes no replies")
    }
  }

  private mutating func decide(_ sendAhead: (([Statement]) -> Void)?) -> Step {
    var set = WorkingSet(
      calendar: context.calendar, hashKey: context.hashKey,
      maximumOpenReservations: context.maximumOpenReservations)
    set.definitions = loader.definitions
    set.groups = loader.groups
    for index in loader.accounts.indices {
      if let state = loader.accounts[index].state { set.load(state) }
      loader.accounts[index].state = nil
    }
    var writing = Writing(context, now: loader.now)
    var deciding = Deciding(
      set: set, now: loader.now, isSteady: context.clockWatch.isSteady(at: loader.now))
    switch purpose {
    case .preview:
      results = deciding.preview(work)
      phase = .committing
      return .send([Statement(TransactionQueries.commit)], commits: false)
    case .write, .writeInLine, .writeInCallersTransaction:
      results.reserveCapacity(work.count)
      for piece in work {
        results.append(deciding.decide(piece))
        guard let sendAhead, results.count < work.count else { continue }
        let rows = writing.rowsAhead(of: deciding, loader)
        if !rows.isEmpty { sendAhead(rows) }
      }
    }
    writing.add(deciding, loader.accounts, swept: swept)
    opened = writing.opened
    phase = .committing
    var statements = writing.statements(isOnlyBatch: purpose.commits, writer: writer)
    if purpose.commits { statements.append(Statement(TransactionQueries.commit)) }
    if statements.isEmpty {
      phase = .finished
      return .finished(results)
    }
    return .send(statements, commits: purpose.commits && !writing.isEmpty)
  }

  /// Whether nothing is loaded any more.
  var isDecided: Bool { phase != .loading }

  private var swept: Set<AccountID> {
    Set(work.compactMap { if case .sweep(let account) = $0 { account } else { nil } })
  }

  /// How many accounts it works on.
  var accountCount: Int { loader.accounts.count }
}
