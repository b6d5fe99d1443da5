internal import Holdfast
internal import HoldfastReports

/// The words that explanations have for parts and lots.
extension Explanation.Part {
  var words: String {
    let kind = kind?.string.printable ?? ""
    switch flow {
    case .granted: return "granted as \(kind)"
    case .charged: return "charged as \(kind)"
    case .reversed: return "reversed of \(kind)"
    case .transferredIn: return "received from other accounts"
    case .transferredOut: return "sent to other accounts"
    case .lapsed, .voided, .reserved, .increased, .settled, .returned: return flow.words
    }
  }
}

extension Explanation.Flow {
  var words: String {
    switch self {
    case .transferredIn: "received"
    case .transferredOut: "sent"
    case .increased: "added by increases"
    case .granted, .charged, .reversed, .lapsed, .voided, .reserved, .settled, .returned: rawValue
    }
  }
}

extension Explanation.Lot {
  /// All but what remains of it.
  var words: String {
    var words = "of \(view.amount), \(kind.string.printable) #\(version)"
    if view.pinned > 0 { words += ", \(view.pinned) of it pinned" }
    if isScheduled { words += ", to start \(view.effectiveAt)" }
    if isVoided { words += ", voided" }
    words += view.expiresAt.map { ", expires \($0)" } ?? ", never expires"
    return words + description.quoted
  }
}

extension Amount {
  /// With a plus where it is positive.
  var signed: String { self > 0 ? "+\(self)" : "\(self)" }
}

extension ByteText? {
  /// In quotes behind a comma; empty for none.
  var quoted: String { map { ", \"\($0.string.printable)\"" } ?? "" }
}

extension String {
  /// Without the comma of `quoted`, at the end of a sentence.
  var dropComma: String { isEmpty ? "" : " " + dropFirst(2) }

  /// With a full stop where a list was to follow.
  var withoutColon: String { last == ":" ? dropLast() + "." : self }
}
