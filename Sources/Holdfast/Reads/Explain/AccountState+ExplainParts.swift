/// What figures are made of, by reason.
extension AccountState {
  private typealias Sums = [PartName: (amount: Amount, count: Int)]

  private struct PartName: Hashable {
    let flow: Explanation.Flow
    let kind: EntryKind?
  }

  /// The rows of these versions by why they moved what is posted, and what is held.
  func parts(
    _ first: Int64, _ last: Int64, in balance: Int
  ) -> (posted: [Explanation.Part], held: [Explanation.Part]) {
    guard first <= last else { return ([], []) }
    var posted: Sums = [:]
    var held: Sums = [:]
    func add(_ amount: Amount, _ flow: Explanation.Flow, _ kind: EntryKind?, to sums: inout Sums) {
      guard amount != 0 else { return }
      let sum = sums[PartName(flow: flow, kind: kind)] ?? (0, 0)
      sums[PartName(flow: flow, kind: kind)] = (sum.amount + amount, sum.count + 1)
    }
    for version in first...last {
      guard let row = balances[balance].journal[version] else { continue }
      if let flow = row.postedFlow {
        add(row.delta.posted, flow, partKind(of: row, in: balance), to: &posted)
      }
      let returned = row.returnedAmount
      switch row.event {
      case .reserve: add(row.delta.held, .reserved, nil, to: &held)
      case .increase: add(row.delta.held, .increased, nil, to: &held)
      default:
        add(row.delta.held + returned, .settled, nil, to: &held)
        add(-returned, .returned, nil, to: &held)
      }
    }
    return (AccountState.list(posted), AccountState.list(held))
  }

  private func partKind(of row: JournalRow, in balance: Int) -> EntryKind {
    guard row.event == .reversal, let reversed = balances[balance].journal[row.subject] else {
      return kind(of: row, in: balance)
    }
    return kind(of: reversed, in: balance)
  }

  private static func list(_ sums: Sums) -> [Explanation.Part] {
    Explanation.Flow.allCases.flatMap { flow in
      sums.filter { $0.key.flow == flow }
        .map { name, sum in
          Explanation.Part(flow: flow, kind: name.kind, amount: sum.amount, count: sum.count)
        }
        .sorted { ($0.kind?.text ?? ByteText("")) < ($1.kind?.text ?? ByteText("")) }
    }
  }
}

extension JournalRow {
  /// Why the row moved what is posted; `nil` when it did not.
  var postedFlow: Explanation.Flow? {
    guard delta.posted != 0 else { return nil }
    switch event {
    case .credit, .activation: return .granted
    case .debit, .settlement, .usageCharge: return .charged
    case .reversal: return .reversed
    case .transferOut: return .transferredOut
    case .transferIn, .transferPiece: return .transferredIn
    case .expiry, .lotUpdate: return .lapsed
    case .void: return .voided
    case .reserve, .increase, .extend, .report, .release, .lapse, .overdraftLimit, .usage,
      .usageReversal:
      return nil
    }
  }

  /// What it gave back of its hold. A hold gives back once, by the row that closes it.
  var returnedAmount: Amount {
    guard let hold, hold.status != .open, settlement != .late else { return 0 }
    return hold.returned
  }
}
