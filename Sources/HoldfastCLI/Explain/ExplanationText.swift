internal import Holdfast
internal import HoldfastReports

/// An explanation in sentences.
struct ExplanationText {
  private let explanation: Explanation
  private(set) var lines: [String] = []

  init(_ explanation: Explanation) {
    self.explanation = explanation
    let address = explanation.account
    add(
      "\(address.account.string.printable) in \(address.tenant.string.printable)"
        + " at \(explanation.instant)")
    if let through = explanation.archivedThrough {
      add("What was up to \(through) is archived: with --archive it is explained, too.")
    }
    for reservation in explanation.reservations { add(reservation) }
    for entry in explanation.entries { add(entry) }
    for balance in explanation.balances { add(balance) }
    if explanation.reservations.isEmpty && explanation.entries.isEmpty
      && explanation.balances.isEmpty
    {
      add("", "The account has no balances: nothing was ever recorded for it.")
    }
  }

  private mutating func add(_ texts: String...) {
    for text in texts { lines += Columns.wrap(text, Columns.width) }
  }

  private mutating func add(_ columns: Columns, under heading: String) {
    add("", columns.isEmpty ? heading.withoutColon : heading)
    lines += columns.lines
  }

  // MARK: Balances

  private mutating func add(_ balance: Explanation.BalanceView) {
    let unit = balance.unit.string.printable
    let now = balance.closing
    let before = balance.opening
    if let from = balance.from {
      add(
        "",
        "\(unit) since \(from): posted \(before.posted) → \(now.posted),"
          + " held \(before.held) → \(now.held), available \(before.available) → \(now.available)",
        ExplanationText.change(balance))
    } else {
      add("", "\(unit): \(now.posted) posted, \(now.held) held, \(now.available) available")
    }
    let margins = ExplanationText.margins(of: now)
    if !margins.isEmpty { add(margins) }
    addPosted(balance)
    addHeld(balance)
    addLots(balance)
    addTimeline(
      balance.steps, earlier: balance.earlierSteps, unit: balance.unit,
      heading: balance.steps.isEmpty ? "Nothing happened." : "What happened, oldest first:")
  }

  /// Why there is more or less available than before, in one sentence whose numbers add up.
  private static func change(_ balance: Explanation.BalanceView) -> String {
    var terms: [String] = []
    for flow in Explanation.Flow.allCases {
      let amount = balance.posted.filter { $0.flow == flow }.reduce(0 as Amount) { $0 + $1.amount }
      if amount != 0 { terms.append("\(amount.signed) \(flow.words)") }
    }
    let held = balance.closing.held - balance.opening.held
    if held != 0 { terms.append("\((-held).signed) held") }
    let limit = balance.closing.overdraftLimit - balance.opening.overdraftLimit
    if limit != 0 { terms.append("\(limit.signed) overdraft limit") }
    let change = balance.closing.available - balance.opening.available
    guard !terms.isEmpty else { return "As much is available as before." }
    return "That is \(change.signed) available: \(terms.joined(separator: ", "))."
  }

  /// What else there is to say of the figures; empty for most balances.
  private static func margins(of balance: Balance) -> String {
    var margins: [String] = []
    if balance.overdraftLimit > 0 {
      margins.append("\(balance.overdraftLimit) of the available are overdraft limit")
    }
    if balance.debt > 0 { margins.append("\(balance.debt) are debt, drawn beyond the lots") }
    if balance.scheduled > 0 { margins.append("\(balance.scheduled) more are scheduled") }
    if let soon = balance.expiringSoon, soon > 0 {
      margins.append("\(soon) lapse within 7 days unless they are used")
    }
    return margins.joined(separator: "; ")
  }

  private mutating func addPosted(_ balance: Explanation.BalanceView) {
    var table = Columns([.right])
    if balance.from != nil { table.add(["\(balance.opening.posted)"], "posted before") }
    for part in balance.posted {
      let entries = part.count == 1 ? "1 entry" : "\(part.count) entries"
      table.add([part.amount.signed], "\(part.words), \(entries)")
    }
    if balance.posted.isEmpty, balance.from == nil { return }
    table.add(["\(balance.closing.posted)"], balance.from == nil ? "posted" : "posted after")
    let heading =
      balance.from == nil ? "What is posted is made of:" : "What changed what is posted:"
    add(table, under: heading)
  }

  private mutating func addHeld(_ balance: Explanation.BalanceView) {
    var moves = balance.held.map {
      "\(max($0.amount, -$0.amount)) \($0.flow.words)"
    }
    if balance.from != nil { moves.insert("\(balance.opening.held) before", at: 0) }
    guard !balance.held.isEmpty || !balance.holds.isEmpty else { return }
    var table = Columns([.right])
    for hold in balance.holds {
      let name = hold.reservationId.position.map { "reservation #\($0.version)" } ?? ""
      let lapse = hold.lapsesAt == hold.expiresAt ? "" : ", lapses \(hold.lapsesAt)"
      table.add(
        ["\(hold.remainingReserved)"],
        "\(name) since \(hold.createdAt), expires \(hold.expiresAt)\(lapse)",
        "key \(hold.key.string.printable)" + hold.description.quoted)
    }
    let history = moves.isEmpty ? "" : " (\(moves.joined(separator: ", ")))"
    let heading =
      table.isEmpty
      ? "Nothing is held any more\(history)."
      : "\(balance.closing.held) held\(history) by:"
    add(table, under: heading)
  }

  private mutating func addLots(_ balance: Explanation.BalanceView) {
    var table = Columns([.right])
    for lot in balance.lots { table.add(["\(lot.view.remaining)"], lot.words) }
    if balance.closing.debt > 0 {
      table.add([(-balance.closing.debt).signed], "debt, drawn beyond the lots")
    }
    guard !table.isEmpty else { return }
    add(table, under: "What remains, in the order it burns:")
  }

  private mutating func addTimeline(
    _ steps: [Explanation.Step], earlier: Int, unit: UnitName, heading: String
  ) {
    var table = Columns([.left, .right, .right])
    if !steps.isEmpty { table.add(["when", "posted", "held"], "what") }
    for step in steps {
      var paragraphs = StepSentence(step: step).paragraphs
      if step.unit != unit { paragraphs.append("in \(step.unit.string.printable)") }
      table.add(
        [
          "\(step.instant)", step.postedDelta == 0 ? "" : step.postedDelta.signed,
          step.heldDelta == 0 ? "" : step.heldDelta.signed,
        ], paragraphs)
    }
    add(table, under: heading)
    if earlier > 0 {
      add("\(earlier) earlier rows are not shown; --limit N shows more.")
    }
  }

  // MARK: Reservations

  private mutating func add(_ view: Explanation.ReservationView) {
    let it = view.reservation
    let version = it.reservationId.position.map { "#\($0.version) " } ?? ""
    add(
      "",
      "Reservation \(version)of \(it.initialAmount) \(it.unit.string.printable)"
        + " \(it.status == .expired ? "has" : "is") \(it.status.rawValue)."
        + it.description.quoted.dropComma)
    var facts = Columns([.left])
    facts.add(["id"], "\(it.reservationId)")
    facts.add(["key"], it.key.string.printable)
    facts.add(["reserved"], "\(it.createdAt)")
    facts.add(["expires"], "\(it.expiresAt)")
    if it.lapsesAt != it.expiresAt { facts.add(["lapses"], "\(it.lapsesAt)") }
    facts.add(["on lapse"], it.onLapse.rawValue)
    lines += facts.lines
    var sums = Columns([.right])
    sums.add(["\(it.initialAmount + it.increasedAmount)"], "held in all")
    sums.add([(-view.settledFromHold).signed], "settled from the hold")
    sums.add(
      [(-it.releasedAmount).signed],
      "returned" + (view.lapsedAmount > 0 ? "; \(view.lapsedAmount) lapsed as they came back" : ""))
    sums.add(["\(it.remainingReserved)"], "still held")
    add(sums, under: "The hold:")
    var cost = Columns([.right])
    cost.add(["\(it.settledAmount)"], "settled")
    if view.lateAmount > 0 { cost.add([view.lateAmount.signed], "settled late, after the lapse") }
    if view.reversedAmount > 0 { cost.add([(-view.reversedAmount).signed], "reversed since") }
    cost.add(["\(view.netAmount)"], "is what it cost")
    if it.shortfallAmount > 0 {
      cost.add(["\(it.shortfallAmount)"], "more were asked for and not there")
    }
    if it.reportedAmount > 0 { cost.add(["\(it.reportedAmount)"], "were reported as used") }
    add(cost, under: "The cost:")
    if !view.pins.isEmpty {
      var pins = Columns([.right])
      for pin in view.pins {
        let lot = pin.lotVersion.map { "of \(pin.lotKind?.string.printable ?? "lot") #\($0)" }
        pins.add(["\(pin.amount)"], lot ?? "against the overdraft")
      }
      add(pins, under: "It would burn:")
    }
    addTimeline(view.steps, earlier: 0, unit: it.unit, heading: "Its life, oldest first:")
  }

  // MARK: Entries

  private mutating func add(_ view: Explanation.EntryView) {
    let step = view.step
    let unit = step.unit
    addTimeline(
      [step], earlier: 0, unit: unit,
      heading: "Entry #\(step.version) of the \(unit.string.printable), \(step.entryId):")
    add("Posted \(step.postedAfter) and held \(step.heldAfter) after it.")
    if let cause = view.cause {
      addTimeline([cause], earlier: 0, unit: unit, heading: "It acts on:")
    }
    if step.command == nil { add("", "Nobody asked for it: its time had come.") }
    if !view.companions.isEmpty {
      addTimeline(view.companions, earlier: 0, unit: unit, heading: "Written with it:")
    }
    var lots = Columns([.right])
    for lot in view.lots { lots.add(["\(lot.view.remaining)"], lot.words) }
    if !view.lots.isEmpty { add(lots, under: "What remains of its lots now:") }
    if view.reversedAmount > 0 || view.reversibleAmount != nil {
      let left = view.reversibleAmount.map { "; \($0) can still be reversed" } ?? ""
      add("", "Reversed of it so far: \(view.reversedAmount)\(left).")
    }
    if !view.later.isEmpty {
      addTimeline(
        view.later, earlier: view.earlierSteps, unit: unit,
        heading: "What became of it, oldest first:")
    }
  }
}
