internal import Holdfast

/// Reads the rows of a balance from the first to the last and says where they contradict the
/// invariants, each other, or what is stored.
///
/// It follows the rows: what a row says it drew is taken from the lots, right or wrong, so that one
/// wrong row is reported once and not with every row behind it.
struct BalanceAudit {
  let account: AccountID
  let tenant: TenantName
  /// `account ada, unit credits`.
  let place: String
  let contents: BalanceContents
  var spending: SpendingLimits
  var findings = Findings(limit: 200)

  var lots: [Int64: AuditedLot] = [:]
  /// Those with something to draw, in burn order.
  var drawable = SortedSet<BurnPlace>()
  var holds: [Int64: AuditedHold] = [:]
  var openHolds: Set<Int64> = []
  /// The sums of the rows' deltas.
  var sums = FigureSums()
  /// What the rows' draws make of the debt.
  var debt: Int128 = 0
  var reversed: [Int64: Int128] = [:]
  /// The part of `reversed` that a reverse asked for.
  var reversedByCommand: [Int64: Int128] = [:]
  var repayments: [Piece] = []
  /// What the next rows have to write: what came back to lots that are over.
  var owed: [OwedLapse] = []
  /// What a transfer brought and no lot was opened for yet.
  var unopened: Int128 = 0
  var totals = LotTotals()
  /// By which figures were off after the row before, so that a fault is reported once.
  var drift = FigureSums()
  /// What lies ahead or is late, the first first; without what was reported.
  var due = SortedSet<DuePlace>()
  var reportedDue: Set<DueThing> = []
  var lastInstant: Instant?
  /// The balance after the last row of each effect.
  var answers: [EffectIdentity: Amount] = [:]
  /// Whether posted and scheduled ever reached the bound, beyond which nothing can be given back.
  var hasStoodAtBound = false
  /// The last version that was archived; 0 where none was.
  let base: Int64
  /// What is known of rows up to there.
  private let kept: [Int64: JournalRow]
  var departures: [Departure] = []
  var arrivals: [Position: Arrival] = [:]

  init(
    _ contents: BalanceContents, of account: AccountContents, spending: SpendingLimits
  ) {
    self.account = account.id
    tenant = account.tenant
    place = "account \(account.name), unit \(contents.unit)"
    self.contents = contents
    base = contents.checkpoint?.version ?? 0
    kept = Dictionary(contents.kept.map { ($0.version, $0) }) { first, _ in first }
    self.spending = spending
  }

  mutating func run() {
    if let checkpoint = contents.checkpoint { begin(at: checkpoint) }
    for index in contents.rows.indices {
      let row = contents.rows[index]
      checkChain(row, at: index)
      sums = sums + FigureSums(row.delta)
      checkCommand(of: row)
      if !takeOwed(row) {
        checkDue(row)
        apply(row)
        repay(row)
      }
      checkTotals(row)
      lastInstant = row.instant
      noteAnswer(row)
    }
    if let lapse = owed.first {
      findings.add(.lots, "\(place): \(lapse) never lapsed")
    }
    checkStored()
    checkAnswers()
  }

  mutating func note(_ invariant: Invariant, _ row: JournalRow, _ text: String) {
    findings.add(invariant, "\(place), version \(row.version), \(row.event): \(text)")
  }

  /// The row of that version, when it stands in its place.
  func row(_ version: Int64) -> JournalRow? {
    if version <= base { return kept[version] }
    guard version <= base + Int64(contents.rows.count) else { return nil }
    let row = contents.rows[Int(version - base - 1)]
    return row.version == version ? row : nil
  }

  func position(_ version: Int64) -> Position {
    Position(account: account, stream: .balance(contents.unit), version: version)
  }

  private mutating func apply(_ row: JournalRow) {
    if unopened != 0, row.event != .transferPiece {
      note(.lots, row, "\(unopened) of the transfer before it have no lot")
      unopened = 0
    }
    if row.event != .overdraftLimit, row.delta.overdraftLimit != 0 {
      note(.floor, row, "it moves the overdraft limit by \(row.delta.overdraftLimit)")
    }
    switch row.event {
    case .credit, .transferIn, .transferPiece: openLot(row)
    case .activation: activate(row)
    case .debit, .usageCharge, .transferOut: charge(row)
    case .reserve: openHold(row)
    case .increase: increase(row)
    case .extend: extend(row)
    case .report: report(row)
    case .settlement: settle(row)
    case .release, .lapse: giveBackHold(row)
    case .reversal: reverse(row)
    case .expiry: expire(row)
    case .void: void(row)
    case .lotUpdate: updateLot(row)
    case .overdraftLimit: break
    case .usage, .usageReversal: note(.replay, row, "it has no place in a balance")
    }
  }
}

/// What a row has to follow: an amount that came back to a lot that is over.
struct OwedLapse: Hashable, CustomStringConvertible {
  let piece: Piece
  let isVoided: Bool
  /// The row that gave it back.
  let version: Int64

  var description: String { "\(piece) given back by version \(version)" }
}

/// Sums over all lots and open holds.
struct LotTotals {
  var remaining: Int128 = 0
  var scheduled: Int128 = 0
  var pinned: Int128 = 0
  var held: Int128 = 0
}
