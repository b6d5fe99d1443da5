/// Where a value lies along an axis.
package enum Scale: Hashable, Sendable {
  /// Equal differences are equally long.
  case linear(from: Double, to: Double)
  /// Equal factors are equally long. Both ends are above zero; what is not lies at the beginning.
  case logarithmic(from: Double, to: Double)
  /// For quantiles 0 ..< 1: each nine is as long as the one before it.
  case nines(upTo: Double)

  /// 0 at the beginning of the axis, 1 at its end; values beyond lie at an end.
  package func position(_ value: Double) -> Double {
    let position: Double =
      switch self {
      case .linear(let from, let to): to > from ? (value - from) / (to - from) : 0
      case .logarithmic(let from, let to):
        value > 0 && to > from ? Digits.logarithm(value / from) / Digits.logarithm(to / from) : 0
      case .nines(let most):
        Digits.logarithm(1 / (1 - min(value, most))) / Digits.logarithm(1 / (1 - most))
      }
    return position.isFinite ? min(max(position, 0), 1) : 0
  }

  /// The values to mark, about so many, in order.
  ///
  /// - Parameter smallest: The least step between two of them.
  package func ticks(_ count: Int, smallest: Double = 0) -> [Double] {
    switch self {
    case .linear(let from, let to):
      let step = max(smallest, Digits.niceStep((to - from) / Double(max(count, 1))))
      guard step > 0, to > from else { return [from] }
      let first = (from / step - 1e-9).rounded(.up)
      let last = (to / step + 1e-9).rounded(.down)
      guard last - first < 100 else { return [from, to] }
      return stride(from: first, through: last, by: 1).map { $0 * step }
    case .logarithmic(let from, let to):
      return Scale.decadeTicks(from: from, to: to, count)
    case .nines(let most):
      let all = [0, 0.5, 0.9, 0.99, 0.999, 0.999_9, 0.999_99, 0.999_999, 0.999_999_9]
      return all.filter { $0 <= most }
    }
  }

  /// An axis from zero, or from the least value if that is negative, to a round value that no value
  /// is beyond.
  ///
  /// - Parameter smallest: The least step between two ticks: 1 for what is only counted whole.
  package static func linear(
    covering values: some Sequence<Double>, ticks count: Int, smallest: Double = 0
  ) -> Scale {
    var (least, most) = (0.0, 0.0)
    for value in values where value.isFinite {
      least = min(least, value)
      most = max(most, value)
    }
    if least == most { most = max(1, smallest) }
    let step = max(smallest, Digits.niceStep((most - least) / Double(max(count, 1))))
    return .linear(from: least, to: (most / step).rounded(.up) * step)
  }

  /// An axis over the decades in which the values above zero are.
  package static func logarithmic(covering values: some Sequence<Double>) -> Scale {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    guard let least = positive.min(), let most = positive.max() else {
      return .logarithmic(from: 1, to: 10)
    }
    let from = Digits.powerOfTen(upTo: least)
    var to = from * 10
    while to < most { to *= 10 }
    return .logarithmic(from: from, to: to)
  }

  private static func decadeTicks(from: Double, to: Double, _ count: Int) -> [Double] {
    var decades: [Double] = []
    var decade = Digits.powerOfTen(upTo: from)
    while decade <= to * 1.000_001 {
      decades.append(decade)
      decade *= 10
    }
    let inner: [Double] = decades.count * 3 <= count * 2 ? [1, 2, 5] : [1]
    let every = max(1, (decades.count + count - 1) / max(count, 1))
    return decades.enumerated().filter { $0.offset % every == 0 }.flatMap { decade in
      inner.map { $0 * decade.element }
    }.filter { $0 >= from * 0.999_999 && $0 <= to * 1.000_001 }
  }
}
