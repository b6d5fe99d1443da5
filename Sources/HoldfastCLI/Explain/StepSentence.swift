internal import Holdfast
internal import HoldfastReports

/// What a row did, in words.
struct StepSentence {
  let step: Explanation.Step

  /// The deed, then who asked for it and what it did with which lots.
  var paragraphs: [String] {
    var marks: [String] = []
    if !step.isWritten { marks.append("due, not written yet") }
    if let dueAt = step.dueAt { marks.append("due at \(dueAt)") }
    let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    return ["#\(step.version) \(deed)\(mark)", shares, words]
  }

  /// What happened, in half a sentence.
  var deed: String {
    switch step.event {
    case "credit", "activation", "transferIn", "transferPiece", "expiry", "void", "lotUpdate":
      return creditDeed
    case "reserve", "increase", "extend", "report", "settlement", "release", "lapse":
      return holdDeed
    case "debit":
      let debit = kind.isSame(as: "debit") ? "debit" : "debit (\(kind))"
      return "\(debit) of \(charged)\(shortfall)"
    case "transferOut": return "\(charged) sent to \(counterparty)"
    case "reversal":
      let subject = "\(step.reversedKind?.string.printable ?? "") #\(step.subjectVersion ?? 0)"
      guard step.scheduledDelta == 0 else {
        return "\(-step.scheduledDelta) of \(subject) reversed"
      }
      let amount = step.postedDelta < 0 ? -step.postedDelta : step.postedDelta
      return "\(amount) of \(subject) reversed"
    case "overdraftLimit": return "overdraft limit set to \(step.overdraftLimitAfter)"
    case "usageCharge":
      return "usage of \(step.item?.string.printable ?? "") above its limit charged \(charged)"
    default: return step.event
    }
  }

  private var kind: String { step.kind?.string.printable ?? step.event }
  private var charged: Amount { -step.postedDelta }
  private var counterparty: String { step.counterparty?.string.printable ?? "another account" }

  private var shortfall: String {
    guard let requested = step.requestedAmount, requested > charged else { return "" }
    return " of the \(requested) asked for"
  }

  private var creditDeed: String {
    let lot = lotName
    let expiry = step.lotExpiresAt.map { "expires \($0)" } ?? "never expires"
    switch step.event {
    case "credit":
      guard let startsAt = step.startsAt else {
        return "\(kind) of \(step.postedDelta), \(expiry)"
      }
      return "\(kind) of \(step.scheduledDelta) scheduled for \(startsAt), \(expiry)"
    case "activation": return "\(lot) started with \(step.postedDelta)"
    case "transferIn": return "\(step.postedDelta) received from \(counterparty), \(expiry)"
    case "transferPiece": return "a further piece of the same transfer, \(expiry)"
    case "expiry": return "\(charged) of \(lot) lapsed"
    case "void": return "\(charged - step.scheduledDelta) of \(lot) voided"
    default:
      let rest = charged - step.scheduledDelta
      return "terms of \(lot) changed: \(expiry)" + (rest > 0 ? "; \(rest) lapsed by that" : "")
    }
  }

  /// The lot that the row is about.
  private var lotName: String {
    guard let version = step.subjectVersion else { return "lot" }
    let kind = step.shares.first { $0.lotVersion == version }?.lotKind ?? step.kind
    guard let kind, !kind.isLedgersOwn else { return "lot #\(version)" }
    return "\(kind.string.printable) #\(version)"
  }

  private var holdDeed: String {
    guard let hold = step.hold, let version = step.subjectVersion else { return step.event }
    let name = "reservation #\(version)"
    let returned = hold.returned > 0 ? ", \(hold.returned) returned" : ""
    switch step.event {
    case "reserve": return "\(step.heldDelta) reserved until \(hold.expiresAt)"
    case "increase": return "\(name) grew by \(step.heldDelta) to \(hold.remaining)"
    case "extend": return "\(name) extended until \(hold.expiresAt)"
    case "report": return "\(name) reported \(hold.reported) used"
    case "release": return "\(name) released\(returned)"
    case "lapse": return "\(name) lapsed\(returned)"
    default: break
    }
    if step.late { return "\(name) settled late, after its lapse, with \(charged)\(shortfall)" }
    if step.lapsed { return "\(name) lapsed and was charged \(charged)\(returned)" }
    if hold.status == .open {
      return "\(name) settled with \(charged)\(shortfall), \(hold.remaining) stay held"
    }
    return "\(name) settled with \(charged)\(shortfall)\(returned)"
  }

  // MARK: Lots

  /// What was done with which lots; what is done again is not named again.
  private var shares: String {
    var phrases: [String] = []
    var last: String?
    for share in step.shares {
      guard let (verb, object) = StepSentence.phrase(share) else { continue }
      phrases.append(last.map { $0.isSame(as: verb) } == true ? object : "\(verb) \(object)")
      last = verb
    }
    return phrases.joined(separator: ", ")
  }

  private static func phrase(_ share: Explanation.Share) -> (verb: String, object: String)? {
    guard let version = share.lotVersion else {
      switch share.use {
      case .pinned: return ("holds", "\(share.amount) against the overdraft")
      case .restored: return ("takes back", "a debt of \(share.amount)")
      default: return ("makes", "a debt of \(share.amount)")
      }
    }
    let lot = "\(share.amount) of \(share.lotKind?.string.printable ?? "lot") #\(version)"
    switch share.use {
    case .burned: return ("burns", lot)
    case .pinned: return ("pins", lot)
    case .repaid: return ("repays debt with", lot)
    case .restored: return ("gives back", lot)
    case .takenBack: return ("takes away", lot)
    case .opened, .lapsed, .voided: return nil
    }
  }

  // MARK: Words

  private var words: String {
    var words: [String] = []
    if let key = step.key, step.command != nil {
      words.append("key \(key.string.printable)")
    }
    if let group = step.groupKey { words.append("in group \(group.string.printable)") }
    if let description = step.details.description {
      words.append("\"\(description.string.printable)\"")
    }
    if let reason = step.reason { words.append("because \"\(reason.string.printable)\"") }
    if let item = step.item, step.event != "usageCharge" {
      words.append("item \(item.string.printable)")
    }
    if let reference = step.details.reference {
      words.append("\(reference.type.string.printable) \(reference.id.string.printable)")
    }
    if let occurredAt = step.details.occurredAt { words.append("happened \(occurredAt)") }
    return words.joined(separator: ", ")
  }
}

extension EntryKind {
  /// Whether it is what the ledger calls its own rows, which says nothing about a lot.
  fileprivate var isLedgersOwn: Bool { self == .expiry || self == .void }
}

extension String {
  fileprivate func isSame(as text: String) -> Bool { utf8.elementsEqual(text.utf8) }
}
