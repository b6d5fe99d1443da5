internal import Holdfast

/// What a workload dwells on.
package enum WorkloadProfile: String, CaseIterable, Sendable {
  /// Priorities, expiries, terms, reversals.
  case lots
  /// Overdrafts and what repays them.
  case debt
  /// Items, limits, counts, refunds.
  case usage
  /// Instants one microsecond before, at and after something is due.
  case boundaries
  /// The same commands again, as they were and altered.
  case retries
  /// All or nothing.
  case groups
  /// Between accounts, there and back.
  case transfers
  /// Figures near 2⁵³ − 1.
  case overflow

  /// How often each command is sent.
  var weights: [(Int, CommandName)] {
    switch self {
    case .lots:
      [
        (20, .credit), (10, .debit), (12, .reserve), (4, .increase), (2, .extend), (3, .report),
        (12, .settle), (8, .release), (12, .reverse), (6, .voidLot), (8, .updateLot),
        (2, .transfer), (2, .setOverdraftLimit),
      ]
    case .debt:
      [
        (10, .credit), (14, .debit), (14, .reserve), (5, .increase), (14, .settle), (8, .release),
        (12, .reverse), (6, .setOverdraftLimit), (3, .report), (2, .transfer), (4, .recordUsage),
        (2, .voidLot), (2, .updateLot), (2, .extend),
      ]
    case .usage:
      [
        (8, .credit), (3, .debit), (16, .reserve), (5, .increase), (10, .settle), (8, .release),
        (6, .reverse), (24, .recordUsage), (14, .reverseUsage), (2, .setOverdraftLimit),
        (2, .report), (2, .voidLot),
      ]
    case .boundaries:
      [
        (16, .credit), (6, .debit), (18, .reserve), (7, .increase), (7, .extend), (6, .report),
        (14, .settle), (7, .release), (5, .reverse), (4, .recordUsage), (3, .updateLot),
        (2, .voidLot), (2, .transfer), (2, .setOverdraftLimit),
      ]
    case .retries, .groups:
      [
        (10, .credit), (8, .debit), (12, .reserve), (5, .increase), (3, .extend), (4, .report),
        (12, .settle), (6, .release), (6, .reverse), (6, .recordUsage), (4, .reverseUsage),
        (3, .setOverdraftLimit), (3, .voidLot), (3, .updateLot), (5, .transfer),
      ]
    case .transfers:
      [
        (14, .credit), (5, .debit), (20, .transfer), (8, .reserve), (6, .settle), (5, .release),
        (6, .reverse), (5, .setOverdraftLimit), (3, .voidLot), (3, .updateLot), (3, .recordUsage),
      ]
    case .overflow:
      [
        (20, .credit), (8, .debit), (14, .reserve), (6, .increase), (12, .settle), (5, .release),
        (12, .reverse), (8, .setOverdraftLimit), (4, .transfer), (5, .recordUsage),
        (3, .reverseUsage), (3, .voidLot), (2, .report),
      ]
    }
  }

  /// Per cent of the steps that are groups.
  var groupShare: Int { self == .groups ? 35 : 5 }

  /// Per cent of the steps that send an earlier command again.
  var retryShare: Int { self == .retries ? 30 : 4 }

  /// Per cent of the steps before which time moves to something due.
  var boundaryShare: Int { self == .boundaries ? 30 : 6 }

  /// How many open reservations an account may have: few where that is to be met.
  package var maximumOpenReservations: Int {
    switch self {
    case .usage, .retries, .groups: 3
    case .lots, .debt, .boundaries, .transfers, .overflow: 12
    }
  }
}
