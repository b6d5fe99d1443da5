package import Holdfast

extension Command.Action {
  /// The name in replay files.
  package var word: String {
    switch self {
    case .credit: "credit"
    case .debit: "debit"
    case .transfer: "transfer"
    case .reserve: "reserve"
    case .increase: "increase"
    case .extend: "extend"
    case .report: "report"
    case .settle: "settle"
    case .release: "release"
    case .reverse: "reverse"
    case .recordUsage: "recordUsage"
    case .reverseUsage: "reverseUsage"
    case .setOverdraftLimit: "setOverdraftLimit"
    case .voidLot: "voidLot"
    case .updateLot: "updateLot"
    }
  }
}
