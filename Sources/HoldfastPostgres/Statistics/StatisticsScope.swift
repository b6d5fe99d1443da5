internal import Holdfast

/// What statistics look at of an account, besides what it has at present.
struct StatisticsScope: Sendable {
  /// The rows from here …
  var from: Instant
  /// … and before here.
  var to: Instant
  /// The balances that they are of.
  var balances = Balances.none
  /// Which rows of them.
  var events: Set<JournalRow.Event> = []
  /// The rows for which the row that they act on counts, too.
  var acting: Set<JournalRow.Event> = []
  /// Whether the last row before them counts, too.
  var hasRowBefore = false
  var records = Records.none

  /// Which balances count.
  enum Balances: Hashable, Sendable {
    case none
    case all
    case of(UnitName)
  }

  /// Which recorded usage counts.
  enum Records: Hashable, Sendable {
    case none
    case all
    case of(ItemName)
  }

  /// Nothing but what the account has at present.
  init(_ period: StatisticsPeriod) {
    from = period.from
    to = period.to
  }

  /// Whether the stream's rows are looked at.
  func includes(_ name: StreamName) -> Bool {
    switch name {
    case .balance(let unit): balances == .all || balances == .of(unit)
    case .usage(let item): records == .all || records == .of(item)
    }
  }

  /// Whether rows of an account count that were archived up to an instant: for themselves, or for
  /// more than what is kept of them says of what acts on them.
  func reachesIntoAnArchive(through instant: Instant) -> Bool {
    from <= instant || hasRowBefore || !acting.isSubset(of: [.activation, .reversal])
  }

  /// All rows that ever were; nothing that is due.
  static var everything: StatisticsScope {
    var scope = StatisticsScope(StatisticsPeriod(from: .earliest, to: .latest, by: .year))
    scope.balances = .all
    scope.events = moving
    scope.acting = [.activation, .reversal]
    scope.records = .all
    return scope
  }

  var isEverything: Bool { from == .earliest && to == .latest }

  /// Rows that can move the posted figure.
  private static let moving: Set<JournalRow.Event> = [
    .credit, .activation, .debit, .transferOut, .transferIn, .transferPiece, .settlement, .reversal,
    .expiry, .void, .lotUpdate, .usageCharge,
  ]
}

extension StatisticsScope {
  init(_ query: ConsumptionQuery) {
    self.init(query.period)
    balances = .of(query.unit)
    events = StatisticsScope.moving
    switch query.grouping {
    case .description, .metadata:
      acting = [.activation, .settlement, .reversal, .expiry, .void, .lotUpdate]
    case .kind, .item, .account, nil: acting = [.activation, .reversal]
    }
  }

  init(_ query: UsageQuery) {
    self.init(query.period)
    records = query.item.map { .of($0) } ?? .all
  }

  init(_ query: ReservationQuery) {
    self.init(query.period)
    balances = .of(query.unit)
    events = [.settlement, .release, .lapse]
    acting = events
  }

  init(_ query: HeldPeaksQuery) {
    self.init(query.period)
    balances = .of(query.unit)
    events = [.reserve, .increase, .settlement, .release, .lapse]
    hasRowBefore = true
  }

  init(breakage query: BreakageQuery) {
    self.init(query.period)
    balances = .of(query.unit)
    events = [.credit, .activation, .reversal, .expiry, .void, .lotUpdate]
    acting = [.activation, .reversal, .expiry, .void, .lotUpdate]
  }
}
