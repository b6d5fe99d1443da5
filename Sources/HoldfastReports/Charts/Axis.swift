/// An axis of numbers.
package struct Axis: Sendable {
  /// What is measured, and in what.
  package var title: String
  package var scale: Scale
  /// The least step between two ticks.
  package var smallestStep: Double
  /// How a value is written beside a tick.
  package var label: @Sendable (Double) -> String

  package init(
    _ title: String, scale: Scale, smallestStep: Double = 0,
    label: @escaping @Sendable (Double) -> String = { Axis.short($0) }
  ) {
    self.title = title
    self.scale = scale
    self.smallestStep = smallestStep
    self.label = label
  }

  /// `0`, `250`, `1.5k`, `20M`.
  package static func short(_ value: Double) -> String { ShortNumber.text(value) }

  /// Milliseconds in the unit that suits them: `250 µs`, `2 ms`, `1.5 s`.
  package static func milliseconds(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<1: ShortNumber.text(value * 1000) + " µs"
    case ..<1000: ShortNumber.text(value) + " ms"
    default: ShortNumber.text(value / 1000) + " s"
    }
  }

  /// Of a quantile: `50 %`, `99.9 %`.
  package static func percent(_ quantile: Double) -> String {
    let billionths = Int64((quantile * 1e11).rounded())
    var text = AmountFormat(precision: 9).plain(billionths)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text + " %"
  }
}
