/// A duration in the unit that suits it: `850 ms`, `12.5 s`, `4.2 min`, `3.1 h`, `2.5 d`.
enum DurationText {
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let value = Double(seconds) + Double(attoseconds) / 1e18
    switch value {
    case ..<0.001: return ShortNumber.text(value * 1e6) + " µs"
    case ..<1: return ShortNumber.text(value * 1000) + " ms"
    case ..<90: return ShortNumber.text(value) + " s"
    case ..<5400: return ShortNumber.text(value / 60) + " min"
    case ..<172_800: return ShortNumber.text(value / 3600) + " h"
    default: return ShortNumber.text(value / 86_400) + " d"
    }
  }
}
