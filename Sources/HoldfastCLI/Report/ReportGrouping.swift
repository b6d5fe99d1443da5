internal import Holdfast

/// What a report is grouped by, as `--group-by` takes it.
enum ReportGrouping: Hashable, Sendable {
  case kind
  case description
  case item
  case account
  case category
  case metadata(String)

  /// `nil` for no groups: where nothing was asked for and the kind of report has no usual groups.
  init?(_ text: String?, in kind: ReportOptions.Kind) throws(Arguments.Misuse) {
    switch (text, kind) {
    case (nil, .reservations): self = .item
    case (nil, .top): self = .account
    case (nil, _): return nil
    case (let text?, _):
      guard let grouping = ReportGrouping(text), grouping.fits(kind) else {
        throw Arguments.Misuse(reason: "--group-by takes \(ReportGrouping.words(for: kind))")
      }
      self = grouping
    }
  }

  private init?(_ text: String) {
    switch text {
    case "kind": self = .kind
    case "description": self = .description
    case "item": self = .item
    case "account": self = .account
    case "category": self = .category
    case _ where text.hasPrefix("metadata.") && text.count > 9:
      self = .metadata(String(text.dropFirst(9)))
    default: return nil
    }
  }

  /// Its name in reports.
  var name: String {
    switch self {
    case .kind: "kind"
    case .description: "description"
    case .item: "item"
    case .account: "account"
    case .category: "category"
    case .metadata(let name): "metadata.\(name)"
    }
  }

  private static func words(for kind: ReportOptions.Kind) -> String {
    switch kind {
    case .consumption: "kind, description, item, account or metadata.NAME"
    case .usage: "item or account"
    case .reservations: "item, account or description"
    case .expiring, .breakage: "account or category"
    case .top: "nothing but account"
    }
  }

  private func fits(_ kind: ReportOptions.Kind) -> Bool {
    switch kind {
    case .consumption: consumption != nil
    case .usage: usage != nil
    case .reservations: reservations != nil
    case .expiring, .breakage: lots != nil
    case .top: self == .account
    }
  }

  var consumption: ConsumptionGrouping? {
    switch self {
    case .kind: .kind
    case .description: .description
    case .item: .item
    case .account: .account
    case .metadata(let name): .metadata(name)
    case .category: nil
    }
  }

  var usage: UsageGrouping? {
    switch self {
    case .item: .item
    case .account: .account
    default: nil
    }
  }

  var reservations: ReservationGrouping? {
    switch self {
    case .item: .item
    case .account: .account
    case .description: .description
    default: nil
    }
  }

  var lots: LotGrouping? {
    switch self {
    case .account: .account
    case .category: .category
    default: nil
    }
  }
}
