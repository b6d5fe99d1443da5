internal import Holdfast

/// Figures as sums that cannot overflow.
struct FigureSums: Equatable {
  var posted: Int128 = 0
  var held: Int128 = 0
  var debt: Int128 = 0
  var scheduled: Int128 = 0
  var overdraftLimit: Int128 = 0

  init() {}

  init(_ figures: Figures) {
    posted = figures.posted.wide
    held = figures.held.wide
    debt = figures.debt.wide
    scheduled = figures.scheduled.wide
    overdraftLimit = figures.overdraftLimit.wide
  }

  static func + (left: FigureSums, right: FigureSums) -> FigureSums {
    var sums = FigureSums()
    sums.posted = left.posted + right.posted
    sums.held = left.held + right.held
    sums.debt = left.debt + right.debt
    sums.scheduled = left.scheduled + right.scheduled
    sums.overdraftLimit = left.overdraftLimit + right.overdraftLimit
    return sums
  }

  /// Each figure in which `other` differs, with its value and the one here.
  func differences(from other: FigureSums) -> [(name: String, other: Int128, own: Int128)] {
    guard self != other else { return [] }
    let all = [
      ("posted", other.posted, posted), ("held", other.held, held), ("debt", other.debt, debt),
      ("scheduled", other.scheduled, scheduled),
      ("overdraft limit", other.overdraftLimit, overdraftLimit),
    ]
    return all.filter { $0.1 != $0.2 }
  }
}
